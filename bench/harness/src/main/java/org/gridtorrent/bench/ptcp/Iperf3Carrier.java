package org.gridtorrent.bench.ptcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.gridtorrent.bench.experiment.Carrier;
import org.gridtorrent.bench.process.Tool;

/** The program iperf3 with so many parallel streams: what C and the kernel do on this machine. */
final class Iperf3Carrier implements Carrier {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final int streams;

    Iperf3Carrier(int streams) {
        this.streams = streams;
    }

    @Override
    public String name() {
        return "iperf3";
    }

    @Override
    public Trip carry(long length) throws IOException, InterruptedException {
        String port = Integer.toString(freePort());
        Process server = Tool.startTied(List.of(),
                List.of("iperf3", "-s", "-1", "--forceflush", "-B", "127.0.0.1", "-p", port));
        try {
            // The server says that it listens before it can be asked anything.
            Tool.awaitLine(server, "Server listening");
            String answer = Tool.run(List.of("iperf3", "-c", "127.0.0.1", "-p", port, "-J",
                    "-P", Integer.toString(streams), "-n", Long.toString(length)));
            return trip(JSON.readTree(answer));
        } finally {
            Tool.end(server);
        }
    }

    private static Trip trip(JsonNode answer) throws IOException {
        JsonNode end = answer.path("end");
        JsonNode received = end.path("sum_received");
        if (!received.path("bytes").isNumber()) {
            throw new IOException("iperf3: " + answer.path("error").asText("no result"));
        }
        double seconds = received.path("seconds").asDouble();
        JsonNode cpu = end.path("cpu_utilization_percent");
        double percent = cpu.path("host_total").asDouble() + cpu.path("remote_total").asDouble();
        return new Trip(received.path("bytes").asLong(), seconds, seconds * percent / 100);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
