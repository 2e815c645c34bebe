"""Reads the golden files of reports and exports with software that was not written here.

Arguments: the folder of goldens, JUnit's XSD, SARIF's schema, speedscope's schema.
"""

import json
import pathlib
import sys

from lxml import etree
import jsonschema
from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent


def unknown(message, path="trace"):
    """Fields that the published descriptors do not have, or that have another type there."""
    from google.protobuf.unknown_fields import UnknownFieldSet

    found = [f"{path}: field {field.field_number}" for field in UnknownFieldSet(message)]
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        inner = value if isinstance(value, (list, tuple)) or hasattr(value, "__len__") else [value]
        for one in inner:
            found += unknown(one, f"{path}.{field.name}")
    return found


def perfetto(path):
    trace = Trace()
    trace.ParseFromString(bytes.fromhex(path.read_text()))
    assert not unknown(trace), unknown(trace)[:5]
    names, tracks, open_slices, slices = {}, {}, {}, 0
    for packet in trace.packet:
        for name in packet.interned_data.event_names:
            names[name.iid] = name.name
        if packet.HasField("track_descriptor"):
            track = packet.track_descriptor
            assert track.uuid not in tracks, "a track twice"
            tracks[track.uuid] = track
        if packet.HasField("track_event"):
            event = packet.track_event
            assert event.track_uuid in tracks, "an event on no track"
            stack = open_slices.setdefault(event.track_uuid, [])
            if event.type == TrackEvent.TYPE_SLICE_BEGIN:
                assert event.name or names[event.name_iid]
                stack.append(packet.timestamp)
                slices += 1
            elif event.type == TrackEvent.TYPE_SLICE_END:
                assert stack.pop() <= packet.timestamp
            elif event.type == TrackEvent.TYPE_COUNTER:
                assert tracks[event.track_uuid].HasField("counter")
            else:
                assert event.type == TrackEvent.TYPE_INSTANT
    assert slices and not any(open_slices.values()), "slices stay open"
    threads = [track for track in tracks.values() if track.HasField("thread")]
    return f"{len(trace.packet)} packets, {slices} slices, {len(threads)} threads"


def main():
    goldens, xsd, sarif_schema, speedscope_schema = map(pathlib.Path, sys.argv[1:5])
    junit = etree.XMLSchema(etree.parse(str(xsd)))
    sarif = jsonschema.Draft7Validator(json.loads(sarif_schema.read_text()))
    speedscope = jsonschema.Draft7Validator(json.loads(speedscope_schema.read_text()))
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
        elif path.name == "speedscope.json":
            wrong += [f"{path.name}: {error.message}" for error in speedscope.iter_errors(json.loads(path.read_text()))]
            said = "by its schema"
        elif path.name == "perfetto.hex":
            said = perfetto(path)
        if said:
            checked += 1
            print(f"{path.relative_to(goldens)}: {said}")
    assert checked, "no golden files"
    if wrong:
        sys.exit("\n".join(wrong))


main()
