"""libtorrent, obeying orders on standard input, one JSON object a line, to its end."""
import json
import sys
import time

import libtorrent as lt

session = lt.session({
    'listen_interfaces': '127.0.0.1:0',
    'enable_dht': False, 'enable_lsd': False, 'enable_upnp': False, 'enable_natpmp': False, 'enable_outgoing_utp': False, 'enable_incoming_utp': False,
    'allow_multiple_connections_per_ip': True,
    'alert_mask': lt.alert.category_t.status_notification,
})
shared = None


def add(order, flags):
    global shared
    params = lt.add_torrent_params()
    params.ti = lt.torrent_info(order['torrent'])
    params.save_path = order['directory']
    params.flags = (params.flags | flags) & ~lt.torrent_flags.auto_managed & ~lt.torrent_flags.paused
    shared = session.add_torrent(params)


def seed(order):
    add(order, lt.torrent_flags.seed_mode)
    return {'port': session.listen_port()}


def fetch(order):
    begun = time.monotonic()
    add(order, lt.torrent_flags.default_flags)
    # A peer that is named while the files are looked at is tried again much later.
    while shared.status().state != lt.torrent_status.downloading:
        time.sleep(0.001)
    shared.connect_peer(('127.0.0.1', order['seedPort']))
    while True:
        session.wait_for_alert(1000)
        for alert in session.pop_alerts():
            if isinstance(alert, lt.torrent_finished_alert):
                return {'seconds': time.monotonic() - begun}
            if isinstance(alert, lt.torrent_error_alert):
                return {'failed': alert.message()}


def drop(order):
    global shared
    if shared is not None:
        session.remove_torrent(shared)
        shared = None
    while True:
        session.wait_for_alert(1000)
        if any(isinstance(a, lt.torrent_removed_alert) for a in session.pop_alerts()):
            return {}


for line in sys.stdin:
    order = json.loads(line)
    try:
        answer = {'seed': seed, 'fetch': fetch, 'drop': drop}[order['does']](order)
    except Exception as problem:
        answer = {'failed': repr(problem)}
    print(json.dumps(answer), flush=True)
