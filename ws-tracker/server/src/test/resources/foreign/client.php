<?php
// The same as client.py, by PHP's SoapClient.
//
// client.php enrol URL FOLDER CODE
// client.php work URL FOLDER

function client(string $url, string $folder, bool $certificate): SoapClient {
    $tls = ['cafile' => "$folder/ca.pem"];
    if ($certificate) {
        $tls += ['local_cert' => "$folder/device.pem", 'local_pk' => "$folder/key.pem"];
    }
    return new SoapClient("$url?wsdl", ['location' => $url, 'cache_wsdl' => WSDL_CACHE_NONE,
        'features' => SOAP_SINGLE_ELEMENT_ARRAYS, 'stream_context' => stream_context_create(['ssl' => $tls])]);
}

function fault(callable $call): void {
    try {
        $call();
        echo "fault none\n";
    } catch (SoapFault $refused) {
        echo 'fault ', $refused->detail->fault->code ?? $refused->getMessage(), "\n";
    }
}

function enrol(string $url, string $folder, string $code): void {
    $stranger = client($url, $folder, false);
    fault(fn() => $stranger->openSession(['clientVersion' => 'php']));
    $request = ['certificateRequest' => file_get_contents("$folder/request.der"), 'deviceName' => 'php', 'clientVersion' => '1'];
    fault(fn() => $stranger->enrol(['code' => 'not-a-code'] + $request));
    $joined = $stranger->enrol(['code' => $code] + $request);
    $chain = '';
    foreach ($joined->credentials->certificate as $der) {
        $chain .= "-----BEGIN CERTIFICATE-----\n" . chunk_split(base64_encode($der), 64, "\n") . "-----END CERTIFICATE-----\n";
    }
    file_put_contents("$folder/device.pem", $chain);
    echo 'device ', $joined->deviceId, "\n";
}

function work(string $url, string $folder): void {
    $tracker = client($url, $folder, true);
    $opened = $tracker->openSession(['clientVersion' => 'php']);
    echo 'level ', $opened->level, "\n";
    $tracker->reportDevice(['clientVersion' => 'php', 'endpoint' => [['transport' => 'tcp', 'port' => 6881]],
        'freeBytes' => 1000, 'folder' => ['/data']]);
    $poll = ['afterRevision' => 0, 'waitSeconds' => 0, 'session' => $opened->session];
    $task = $tracker->fetchTasks($poll)->task[0];
    echo "task $task->kind $task->folder $task->title\n";
    $content = file_get_contents("$folder/metainfo");
    $hash = $tracker->registerContent(['taskId' => $task->id, 'metainfo' => $content])->infoHash;
    echo "registered $hash\n";
    echo 'state ', $tracker->reportTask(['taskId' => $task->id, 'state' => 'DONE', 'bytesDone' => 5, 'bytesTotal' => 5,
        'bytesPerSecond' => 0, 'peers' => 0, 'message' => '', 'lease' => $task->lease])->state, "\n";
    $announced = $tracker->announce(['infoHash' => $hash, 'event' => 'started', 'uploaded' => 0, 'downloaded' => 0,
        'left' => 0, 'peersWanted' => 10]);
    echo "seeds $announced->seeds leeches $announced->leeches peers ", count($announced->peer ?? []), "\n";
    echo 'listed ', count($tracker->listPeers(['infoHash' => $hash, 'most' => 10])->peer ?? []), "\n";
    echo 'scraped ', $tracker->scrape(['infoHash' => [$hash]])->swarm[0]->seeds, "\n";
    echo 'ticket ', strlen($tracker->issueTicket(['infoHash' => $hash])->ticket) > 0 ? 'True' : 'False', "\n";
    echo 'everyone ', $tracker->fetchAccessList(['infoHash' => $hash])->everyone ? 'True' : 'False', "\n";
    $fetched = $tracker->fetchContent(['contentId' => $task->contentId]);
    echo "content $fetched->title ", $fetched->metainfo === $content ? 'True' : 'False', "\n";
    $again = $tracker->renew(['certificateRequest' => file_get_contents("$folder/request.der")]);
    echo 'renewed ', count($again->credentials->certificate), "\n";
    fault(fn() => $tracker->issueTicket(['infoHash' => str_repeat('00', 20)]));
    fault(fn() => $tracker->scrape(['infoHash' => ['not a hash']]));
    $tracker->openSession(['clientVersion' => 'php']);
    fault(fn() => $tracker->fetchTasks($poll));
}

if ($argv[1] === 'enrol') {
    enrol($argv[2], $argv[3], $argv[4]);
} else {
    work($argv[2], $argv[3]);
}
