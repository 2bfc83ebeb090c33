"""What a stock daemon that is driven over its RPC has in common with others, obeying orders on standard input, one
JSON object a line, to its end. Such daemons take peers from trackers only, so this has one for them, which knows those to
fetch from.
"""
import http.server
import json
import os
import select
import socket
import struct
import sys
import threading
import time

MOST_SECONDS_TO_SEED = 120


class Announces(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        compact = b''.join(socket.inet_aton(one['host']) + struct.pack('>H', one['port'])
                           for one in self.server.sources)
        answer = b'd8:intervali60e5:peers%d:%se' % (len(compact), compact)
        self.send_response(200)
        self.send_header('Content-Length', str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *words):
        pass


class Tracker(http.server.ThreadingHTTPServer):
    """Tells whoever asks of the same sources."""
    daemon_threads = True
    sources = []

    def __init__(self, port=0):
        super().__init__(('127.0.0.1', port), Announces)
        self.announce = 'http://127.0.0.1:%d/announce' % self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        """Daemons break off what they do not want to hear."""


class RpcDaemon:
    """One process of a daemon and the one content it has at a time; each kind says how its RPC calls things."""

    def __init__(self, tracker):
        self.tracker = tracker
        self.daemon = self.start()

    def start(self):
        """Begins the process."""
        raise NotImplementedError

    def ping(self):
        """Raises an OSError until the daemon answers."""
        raise NotImplementedError

    def add(self, order, fetching):
        """Begins to share the order's content."""
        raise NotImplementedError

    def state(self):
        """How many bytes came, of how many, and whether all are there and verified."""
        raise NotImplementedError

    def remove(self):
        """Forgets the content, its files left; returns when that is done."""
        raise NotImplementedError

    def await_start(self):
        end = time.monotonic() + 10
        while True:
            try:
                return self.ping()
            except OSError:
                if time.monotonic() > end or self.daemon.poll() is not None:
                    raise
                time.sleep(0.01)

    def until_whole(self, begun, patience=float('inf')):
        """Asked as often as one part in 200 of the time so far, so that asking costs it little."""
        half, half_at = 0, begun
        while True:
            came, length, whole = self.state()
            if select.select([sys.stdin], [], [], 0)[0]:
                sys.exit('who gave orders has ended')  # the next one would come after the answer
            now = time.monotonic()
            if whole:
                return {'seconds': now - begun, 'laterBytes': length - half, 'laterSeconds': now - half_at,
                        'connections': 0}
            if half == 0 and length / 2 <= came < length:
                half, half_at = came, now
            if now - begun > patience:
                raise RuntimeError('%d of %d bytes after %d s' % (came, length, patience))
            time.sleep(min(0.1, max(0.01, (now - begun) / 200)))

    def seed(self, order):
        self.add(order, False)
        self.until_whole(time.monotonic(), MOST_SECONDS_TO_SEED)
        return {}

    def fetch(self, order):
        self.tracker.sources = order['sources']
        begun = time.monotonic()
        self.add(order, True)
        return {'fetched': self.until_whole(begun)}

    def drop(self, order):
        self.remove()
        return {}

    def cpu(self, order):
        with open('/proc/%d/stat' % self.daemon.pid) as file:
            fields = file.read().rpartition(')')[2].split()
        return {'cpuSeconds': (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')}

    def serve(self, port):
        """Obeys to the end of standard input, the daemon listening to peers at the port, and ends the daemon."""
        try:
            self.await_start()
            print(json.dumps({'port': port, 'pid': self.daemon.pid}), flush=True)
            for line in sys.stdin:
                order = json.loads(line)
                try:
                    answer = {'seed': self.seed, 'fetch': self.fetch, 'drop': self.drop,
                              'cpu': self.cpu}[order['command']](order)
                except Exception as problem:
                    answer = {'failed': repr(problem)}
                print(json.dumps(answer), flush=True)
        finally:
            self.daemon.kill()
            self.daemon.wait()
