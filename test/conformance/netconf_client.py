"""Speaks to the simulator as Debian's python3-ncclient does, and prints what it found as JSON."""

import json
import sys

from ncclient import manager
from ncclient.operations import RPCError

port, key = int(sys.argv[1]), sys.argv[2]
native = "http://vendor.example.net/ns/Vendor-native"
base = "urn:ietf:params:xml:ns:netconf:base:1.0"
told = {}


def session():
    return manager.connect(
        host="127.0.0.1",
        port=port,
        username="simulated-router-user@r1",
        password="simulated-router-password",
        hostkey_b64=key,
        allow_agent=False,
        look_for_keys=False,
        timeout=20,
    )


def names(data):
    return [each.text for each in data.iter("{%s}hostname" % native)]


def read(client, inside, source="running"):
    return client.get_config(source, filter=("subtree", f'<native xmlns="{native}">{inside}</native>')).data


def config(inside):
    return f'<nc:config xmlns:nc="{base}"><native xmlns="{native}">{inside}</native></nc:config>'


other = session()
with session() as client:
    told["capabilities"] = sorted(each for each in client.server_capabilities if ":capability:" in each)
    told["sessions"] = client.session_id != other.session_id
    told["get"] = names(client.get().data)
    told["filtered"] = [each.tag.split("}")[1] for each in read(client, "<banner/>").iter()]
    told["banner"] = [each.text for each in read(client, "<banner/>").iter("{%s}banner" % native)]
    with client.locked("running"), client.locked("candidate"):
        try:
            other.lock("running")
        except RPCError as error:
            told["lock"] = [error.tag, error.type, error.severity, str(client.session_id) in (error.info or "")]
        client.edit_config(target="candidate", config=config("<hostname>new</hostname>"), test_option="test-then-set")
        client.validate(source="candidate")
        told["candidate"] = names(read(client, "<hostname/>", "candidate"))
        client.commit(confirmed=True, timeout="60")
        told["confirmed"] = names(read(other, "<hostname/>"))
        client.commit()
    try:
        client.edit_config(target="running", config=config("<colour>red</colour>"), error_option="rollback-on-error")
    except RPCError as error:
        told["unknown"] = [error.tag, error.path]
    client.edit_config(target="candidate", config=config("<hostname>other</hostname>"))
    client.discard_changes()
    told["running"] = names(read(client, "<hostname/>"))
    client.kill_session(other.session_id)

print(json.dumps(told))
