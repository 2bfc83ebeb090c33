"""aria2 as a daemon, driven over its RPC.

Its arguments: the address that other peers reach it at, and how many bytes a second it gives to all of them together (0:
no limit).
"""
import base64
import http.client
import json
import os
import random
import socket
import subprocess
import sys
import time

from rpc_daemon import RpcDaemon, Tracker

address, upload_limit = sys.argv[1:]
MOST_IDLE_SECONDS = 10


def free_port():
    """Below those that the system gives to connections: one of those could be taken before the daemon listens."""
    while True:
        port = random.randrange(10000, 32768)
        with socket.socket() as one:
            try:
                one.bind((address, port))
                return port
            except OSError:
                continue


port, rpc_port = free_port(), free_port()


class Aria2(RpcDaemon):
    task = ''
    rpc = http.client.HTTPConnection('127.0.0.1', rpc_port, timeout=30)
    called = 0.0

    def start(self):
        return subprocess.Popen(
            ['aria2c', '--no-conf', '--quiet', '--enable-rpc', '--rpc-listen-port=%d' % rpc_port,
             '--listen-port=%d' % port, '--enable-dht=false', '--bt-enable-lpd=false', '--enable-peer-exchange=false',
             '--file-allocation=none', '--seed-ratio=0.0', '--max-overall-upload-limit=' + upload_limit,
             '--stop-with-process=%d' % os.getpid()],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def call(self, method, *parameters):
        if time.monotonic() - self.called > MOST_IDLE_SECONDS:
            # It closes connections that rest.
            self.rpc.close()
        self.rpc.request('POST', '/jsonrpc', json.dumps({'jsonrpc': '2.0', 'id': '1', 'method': 'aria2.' + method,
                                                         'params': parameters}))
        answer = json.load(self.rpc.getresponse())
        self.called = time.monotonic()
        if 'error' in answer:
            raise RuntimeError(answer['error']['message'])
        return answer['result']

    def ping(self):
        self.rpc.close()
        self.call('getVersion')

    def add(self, order, fetching):
        with open(order['torrent'], 'rb') as file:
            torrent = base64.b64encode(file.read()).decode()
        options = {'bt-tracker': self.tracker.announce} if fetching else {'bt-seed-unverified': 'true'}
        self.task = self.call('addTorrent', torrent, [], dict(options, dir=order['directory']))

    def state(self):
        state = self.call('tellStatus', self.task,
                          ['seeder', 'status', 'errorMessage', 'completedLength', 'totalLength'])
        if state['status'] not in ('active', 'waiting'):
            raise RuntimeError('aria2 does not share it: %s %s' % (state['status'], state.get('errorMessage')))
        return int(state['completedLength']), int(state['totalLength']), state.get('seeder') == 'true'

    def remove(self):
        self.call('forceRemove', self.task)
        while self.call('tellStatus', self.task, ['status'])['status'] == 'active':
            time.sleep(0.01)
        self.call('removeDownloadResult', self.task)


Aria2(Tracker()).serve(port)
