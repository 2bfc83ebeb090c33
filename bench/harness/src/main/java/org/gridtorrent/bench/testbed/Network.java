package org.gridtorrent.bench.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Iperf3;
import org.gridtorrent.bench.process.Tool;

/** Hosts and the line between them. Of two hosts, the first sends and the second receives. */
public interface Network extends AutoCloseable {
    List<? extends Host> hosts();

    /** Hosts count from 1. */
    default Host host(int number) {
        return hosts().get(number - 1);
    }

    default Host sender() {
        return host(1);
    }

    default Host receiver() {
        return host(2);
    }

    /** The line and TCP's congestion control, as rows say it. */
    String describe();

    /**
     * Gives every TCP socket of all hosts buffers of so many bytes, in which Linux does its
     * book-keeping too; a program that asks for some gets twice as many for that. False where hosts
     * keep what they have.
     */
    boolean holdBuffers(int bytes) throws IOException, InterruptedException;

    /** Sets TCP's congestion control on all hosts. False where they keep what they have. */
    boolean useCongestionControl(String rule) throws IOException, InterruptedException;

    /**
     * Goodput of iperf3's streams at the receiver, in Mb/s.
     *
     * @param bufferBytes that it asks for; 0 for those that the hosts give
     */
    default double iperf3(int streams, int bufferBytes, int omitSeconds, int seconds)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of("-P", Integer.toString(streams),
                "-O", Integer.toString(omitSeconds), "-t", Integer.toString(seconds)));
        if (bufferBytes > 0) {
            options.addAll(List.of("-w", Integer.toString(bufferBytes)));
        }
        JsonNode received = Iperf3.run(sender(), receiver(), omitSeconds + seconds, options).end()
                .path("sum_received");
        return received.path("bytes").asLong() * 8 / received.path("seconds").asDouble() / 1e6;
    }

    /** TCP's congestion control of the sender's kernel. */
    default String congestionControl() throws IOException, InterruptedException {
        return Tool.run(sender().commandOn(
                List.of("cat", "/proc/sys/net/ipv4/tcp_congestion_control"))).strip();
    }

    /** Traffic that crossed the line, for the user to judge the figures. */
    String health() throws IOException, InterruptedException;

    @Override
    void close();
}
