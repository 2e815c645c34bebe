"""Reads the golden files of reports and exports with software that was not written here.

Arguments: the folder of goldens, JUnit's XSD, SARIF's schema.
"""

import json
import pathlib
import sys

from lxml import etree
import jsonschema


def main():
    goldens, xsd, sarif_schema = map(pathlib.Path, sys.argv[1:4])
    junit = etree.XMLSchema(etree.parse(str(xsd)))
    sarif = jsonschema.Draft7Validator(json.loads(sarif_schema.read_text()))
    checked, wrong = 0, []
    for path in sorted(goldens.rglob("*")):
        said = None
        if path.suffix == ".xml":
            document = etree.parse(str(path), etree.XMLParser(huge_tree=True))
            junit.validate(document)
            wrong += [f"{path.name}: {error}" for error in junit.error_log]
            said = f"{len(document.findall('.//testcase'))} test cases"
        elif path.suffix == ".sarif":
            log = json.loads(path.read_text())
            wrong += [f"{path.name}: {error.message}" for error in sarif.iter_errors(log)]
            said = f"{len(log['runs'][0]['results'])} results"
        if said:
            checked += 1
            print(f"{path.relative_to(goldens)}: {said}")
    assert checked, "no golden files"
    if wrong:
        sys.exit("\n".join(wrong))


main()
