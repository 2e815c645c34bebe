"""Reads reports of the gate's tests with software that was not written here.

Arguments: the folder of reports, JUnit's XSD, SARIF's schema.
"""

import json
import pathlib
import sys

from lxml import etree
import jsonschema


def main():
    reports, xsd, sarif_schema = map(pathlib.Path, sys.argv[1:4])
    junit = etree.XMLSchema(etree.parse(str(xsd)))
    sarif = jsonschema.Draft7Validator(json.loads(sarif_schema.read_text()))
    checked, wrong = 0, []
    for path in sorted(reports.rglob("*")):
        content = None
        if path.suffix == ".xml":
            document = etree.parse(str(path), etree.XMLParser(huge_tree=True))
            junit.validate(document)
            wrong += [f"{path.name}: {error}" for error in junit.error_log]
            content = f"{len(document.findall('.//testcase'))} test cases"
        elif path.suffix == ".sarif":
            log = json.loads(path.read_text())
            wrong += [f"{path.name}: {error.message}" for error in sarif.iter_errors(log)]
            content = f"{len(log['runs'][0]['results'])} results"
        if content:
            checked += 1
            print(f"{path.relative_to(reports)}: {content}")
    assert checked >= 10, "no reports"
    if wrong:
        sys.exit("\n".join(wrong))


main()
