"""Joins a site and does a publisher's part, by zeep and the tracker's WSDL alone. Prints what it was told, a fact a line.

client.py enrol URL FOLDER CODE
client.py work URL FOLDER

FOLDER holds ca.pem, key.pem, request.der and metainfo; enrol adds device.pem.
"""
import base64
import sys
from pathlib import Path

import requests
import zeep

NAMESPACE = "{urn:gridtorrent:tracker:1}"


def client(url, folder, certificate):
    session = requests.Session()
    session.trust_env = False  # REQUESTS_CA_BUNDLE would win over what is said here
    session.verify = str(folder / "ca.pem")
    if certificate:
        session.cert = (str(folder / "device.pem"), str(folder / "key.pem"))
    found = zeep.Client(url + "?wsdl", transport=zeep.Transport(session=session))
    return found.create_service(NAMESPACE + "WsTrackerSoap", url)


def pem(der):
    text = base64.encodebytes(der).decode()
    return f"-----BEGIN CERTIFICATE-----\n{text}-----END CERTIFICATE-----\n"


def fault(call):
    try:
        call()
        print("fault none")
    except zeep.exceptions.Fault as refused:
        print("fault", refused.detail.find(f".//{NAMESPACE}code").text)


def enrol(url, folder, code):
    stranger = client(url, folder, False)
    fault(lambda: stranger.openSession(clientVersion="zeep"))
    request = (folder / "request.der").read_bytes()
    fault(lambda: stranger.enrol(code="not-a-code", certificateRequest=request, deviceName="zeep", clientVersion="1"))
    joined = stranger.enrol(code=code, certificateRequest=request, deviceName="zeep", clientVersion="1")
    (folder / "device.pem").write_text("".join(pem(der) for der in joined.credentials.certificate))
    print("device", joined.deviceId)


def work(url, folder):
    tracker = client(url, folder, True)
    opened = tracker.openSession(clientVersion="zeep")
    print("level", opened.level)
    tracker.reportDevice(clientVersion="zeep", endpoint=[{"transport": "tcp", "port": 6881}], freeBytes=1000, folder=["/data"])
    task = tracker.fetchTasks(afterRevision=0, waitSeconds=0, session=opened.session).task[0]
    print("task", task.kind, task.folder, task.title)
    content = (folder / "metainfo").read_bytes()
    info_hash = tracker.registerContent(taskId=task.id, metainfo=content)
    print("registered", info_hash)
    print("state", tracker.reportTask(taskId=task.id, state="DONE", bytesDone=5, bytesTotal=5, bytesPerSecond=0, peers=0,
                                      message="", lease=task.lease))
    announced = tracker.announce(infoHash=info_hash, event="started", uploaded=0, downloaded=0, left=0, peersWanted=10)
    print("seeds", announced.seeds, "leeches", announced.leeches, "peers", len(announced.peer))
    print("listed", len(tracker.listPeers(infoHash=info_hash, most=10) or []))
    print("scraped", tracker.scrape(infoHash=[info_hash])[0].seeds)
    print("ticket", len(tracker.issueTicket(infoHash=info_hash).ticket) > 0)
    print("everyone", tracker.fetchAccessList(infoHash=info_hash).everyone)
    fetched = tracker.fetchContent(contentId=task.contentId)
    print("content", fetched.title, fetched.metainfo == content)
    print("renewed", len(tracker.renew(certificateRequest=(folder / "request.der").read_bytes()).certificate))
    fault(lambda: tracker.issueTicket(infoHash="00" * 20))
    fault(lambda: tracker.scrape(infoHash=["not a hash"]))
    tracker.openSession(clientVersion="zeep")
    fault(lambda: tracker.fetchTasks(afterRevision=0, waitSeconds=0, session=opened.session))


if __name__ == "__main__":
    if sys.argv[1] == "enrol":
        enrol(sys.argv[2], Path(sys.argv[3]), sys.argv[4])
    else:
        work(sys.argv[2], Path(sys.argv[3]))
