"""libtorrent, obeying orders on standard input, one JSON object a line, to its end.

Its arguments: the address to listen at, and how many bytes a second it gives to all peers together (0: no limit).
"""
import json
import os
import select
import sys
import time

import libtorrent as lt

address, upload_limit = sys.argv[1:]
session = lt.session({
    'listen_interfaces': address + ':0',
    'upload_rate_limit': int(upload_limit), 'rate_limit_ip_overhead': False,
    'enable_dht': False, 'enable_lsd': False, 'enable_upnp': False, 'enable_natpmp': False, 'enable_outgoing_utp': False, 'enable_incoming_utp': False,
    'allow_multiple_connections_per_ip': True,
    'connections_limit': 5000,
    'alert_mask': lt.alert.category_t.status_notification,
})
# Else peers at addresses such as these are not limited, and always unchoked.
everybody = lt.ip_filter()
everybody.add_rule('0.0.0.0', '255.255.255.255', 1 << lt.session.global_peer_class_id)
session.set_peer_class_filter(everybody)
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
    return {}


def fetch(order):
    begun = time.monotonic()
    add(order, lt.torrent_flags.default_flags)
    # A peer that is named while the files are looked at is tried again much later.
    while shared.status().state != lt.torrent_status.downloading:
        time.sleep(0.001)
    for source in order['sources']:
        shared.connect_peer((source['host'], source['port']))
    length = shared.torrent_file().total_size()
    half, half_at = 0, begun
    while True:
        session.wait_for_alert(20 if half == 0 else 1000)
        if select.select([sys.stdin], [], [], 0)[0]:
            sys.exit('who gave orders has ended')  # the next one would come after the answer
        for alert in session.pop_alerts():
            if isinstance(alert, lt.torrent_finished_alert):
                end = time.monotonic()
                return {'fetched': {'seconds': end - begun, 'laterBytes': length - half,
                                    'laterSeconds': end - half_at, 'connections': 0}}
            if isinstance(alert, lt.torrent_error_alert):
                return {'failed': alert.message()}
        came = shared.status().total_payload_download if half == 0 else 0
        if length / 2 <= came < length:
            half, half_at = came, time.monotonic()


def drop(order):
    global shared
    if shared is not None:
        session.remove_torrent(shared)
        shared = None
    while True:
        session.wait_for_alert(1000)
        if any(isinstance(a, lt.torrent_removed_alert) for a in session.pop_alerts()):
            return {}


def cpu(order):
    return {'cpuSeconds': time.process_time()}


print(json.dumps({'port': session.listen_port(), 'pid': os.getpid()}), flush=True)
for line in sys.stdin:
    order = json.loads(line)
    try:
        answer = {'seed': seed, 'fetch': fetch, 'drop': drop, 'cpu': cpu}[order['command']](order)
    except Exception as problem:
        answer = {'failed': repr(problem)}
    print(json.dumps(answer), flush=True)
