"""transmission-daemon, driven over its RPC.

Its arguments: an empty folder for what the daemon keeps, the address to listen at, and how many bytes a second it gives
to all peers together (0: no limit). Ports are those of a host that has nothing else to do.
"""
import base64
import json
import os
import subprocess
import sys
import urllib.error
import urllib.request

from rpc_daemon import RpcDaemon, Tracker

folder, address, upload_limit = sys.argv[1:]
PORT, RPC_PORT, TRACKER_PORT = 51413, 9091, 6969
RPC = 'http://127.0.0.1:%d/transmission/rpc' % RPC_PORT
SEEDING = 6
LOCAL_ERROR = 3


class Transmission(RpcDaemon):
    shared = None
    session_id = ''

    def start(self):
        settings = {
            'bind-address-ipv4': address, 'peer-port': PORT,
            'rpc-bind-address': '127.0.0.1', 'rpc-port': RPC_PORT, 'rpc-whitelist-enabled': False,
            'speed-limit-up': int(upload_limit) // 1000, 'speed-limit-up-enabled': int(upload_limit) > 0,
            'dht-enabled': False, 'lpd-enabled': False, 'pex-enabled': False, 'utp-enabled': False,
            'port-forwarding-enabled': False, 'download-queue-enabled': False, 'seed-queue-enabled': False,
            'idle-seeding-limit-enabled': False, 'encryption': 0, 'preallocation': 0, 'rename-partial-files': False,
        }
        with open(os.path.join(folder, 'settings.json'), 'w') as file:
            json.dump(settings, file)
        return subprocess.Popen(
            ['setpriv', '--pdeathsig', 'KILL', 'transmission-daemon', '--foreground', '--config-dir', folder],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def call(self, method, arguments):
        request = urllib.request.Request(RPC, json.dumps({'method': method, 'arguments': arguments}).encode(),
                                         {'X-Transmission-Session-Id': self.session_id})
        try:
            with urllib.request.urlopen(request, timeout=30) as reply:
                answer = json.load(reply)
        except urllib.error.HTTPError as refusal:
            if refusal.code != 409 or self.session_id == refusal.headers['X-Transmission-Session-Id']:
                raise
            self.session_id = refusal.headers['X-Transmission-Session-Id']
            return self.call(method, arguments)
        if answer['result'] != 'success':
            raise RuntimeError(answer['result'])
        return answer['arguments']

    def ping(self):
        self.call('session-get', {})

    def add(self, order, fetching):
        with open(order['torrent'], 'rb') as file:
            torrent = file.read()
        if fetching:
            # The first of a dictionary's keys is the one that comes first in the alphabet.
            announce = self.tracker.announce.encode()
            torrent = b'd8:announce%d:%s' % (len(announce), announce) + torrent[1:]
        added = self.call('torrent-add', {'metainfo': base64.b64encode(torrent).decode(),
                                          'download-dir': order['directory'], 'peer-limit': 200})
        self.shared = (added.get('torrent-added') or added['torrent-duplicate'])['id']

    def state(self):
        state = self.call('torrent-get', {'ids': [self.shared], 'fields': [
            'status', 'leftUntilDone', 'sizeWhenDone', 'error', 'errorString']})['torrents'][0]
        if state['error'] == LOCAL_ERROR:
            raise RuntimeError(state['errorString'])
        left, length = state['leftUntilDone'], state['sizeWhenDone']
        return length - left, length, state['status'] == SEEDING and left == 0

    def remove(self):
        if self.shared is not None:
            self.call('torrent-remove', {'ids': [self.shared], 'delete-local-data': False})
            self.shared = None


Transmission(Tracker(TRACKER_PORT)).serve(PORT)
