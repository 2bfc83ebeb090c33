package org.gridtorrent.engine.announce.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.gridtorrent.engine.announce.Samples;
import org.gridtorrent.engine.announce.message.InvalidResponseException;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.gridtorrent.engine.announce.message.TrackerFailureException;
import org.gridtorrent.engine.announce.message.TrackerResponse;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;

final class HttpResponsesTest {
    private static SafeHttpClient.Response ok(byte[] body) {
        return new SafeHttpClient.Response(200, body);
    }

    private static byte[] body(Map<String, BencodeValue> entries) {
        return Bencode.encode(Bencode.dictionary(entries));
    }

    private static TrackerResponse announced(Map<String, BencodeValue> entries)
            throws IOException {
        return HttpResponses.parseAnnounce(ok(body(entries)));
    }

    private static BencodeValue packed(int... words) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * words.length);
        for (int word : words) {
            bytes.putShort((short) word);
        }
        return BencodeValue.of(bytes.array());
    }

    @Test
    void readsPeersOfBothFamilies() throws IOException {
        TrackerResponse answer = announced(Map.of("peers", packed(0x0A00, 1, 80, 0x0A00, 2, 0),
                "peers6", packed(0x2001, 0xDB8, 0, 0, 0, 0, 0, 1, 443)));
        assertThat(answer.peers()).containsExactly(Samples.at("10.0.0.1", 80),
                Samples.at("2001:db8::1", 443));
        assertThat(answer.interval()).hasMinutes(5);
        assertThat(answer.counts()).isEqualTo(SwarmCounts.UNKNOWN);
    }

    @Test
    void readsListedPeersWithLiteralAddressesOnly() throws IOException {
        BencodeValue good = Bencode.dictionary(
                Map.of("ip", BencodeValue.of("10.0.0.9"), "port", BencodeValue.of(9)));
        BencodeValue six = Bencode.dictionary(
                Map.of("ip", BencodeValue.of("2001:db8::9"), "port", BencodeValue.of(9)));
        BencodeValue name = Bencode.dictionary(
                Map.of("ip", BencodeValue.of("host.invalid"), "port", BencodeValue.of(9)));
        BencodeValue port = Bencode.dictionary(
                Map.of("ip", BencodeValue.of("10.0.0.9"), "port", BencodeValue.of(65536)));
        TrackerResponse answer = announced(Map.of("peers", new BencodeValue.ListValue(
                List.of(name, BencodeValue.of(3), port, good, six))));
        assertThat(answer.peers()).containsExactly(Samples.at("10.0.0.9", 9),
                Samples.at("2001:db8::9", 9));
    }

    @Test
    void keepsCountsTrackerIdAndWarning() throws IOException {
        TrackerResponse answer = announced(Map.of("complete", BencodeValue.of(4), "incomplete",
                BencodeValue.of(5), "downloaded", BencodeValue.of(-6), "tracker id",
                BencodeValue.of(new byte[]{(byte) 0xFF, 'x'}), "warning message",
                BencodeValue.of("slow\u001b\n down")));
        assertThat(answer.counts()).isEqualTo(new SwarmCounts(OptionalLong.of(4),
                OptionalLong.of(5), OptionalLong.empty()));
        assertThat(answer.trackerId()).isEqualTo("\u00ffx");
        assertThat(answer.warning()).isEqualTo("slow?? down");
    }

    @Test
    void intervalsHaveBounds() throws IOException {
        assertThat(interval(1, 0)).hasSeconds(30);
        assertThat(interval(Long.MIN_VALUE, Long.MIN_VALUE)).hasSeconds(30);
        assertThat(interval(Long.MAX_VALUE, 0)).hasHours(1);
        assertThat(interval(60, 900)).hasMinutes(15);
        assertThat(interval(60, 7200)).hasHours(2);
        assertThat(interval(60, Long.MAX_VALUE)).hasHours(6);
    }

    private static Duration interval(long wished, long least) throws IOException {
        return announced(Map.of("interval", BencodeValue.of(wished), "min interval",
                BencodeValue.of(least))).interval();
    }

    @Test
    void failureReasonIsReadWhateverTheStatus() {
        byte[] body = body(Map.of("failure reason", BencodeValue.of("no such content")));
        for (int status : new int[]{200, 400, 404, 503}) {
            assertThatThrownBy(
                    () -> HttpResponses.parseAnnounce(new SafeHttpClient.Response(status, body)))
                    .isInstanceOf(TrackerFailureException.class)
                    .hasMessage("no such content");
        }
    }

    @Test
    void failureMaySayWhenToRetry() {
        assertThat(retryIn(BencodeValue.of(10))).hasMinutes(10);
        assertThat(retryIn(BencodeValue.of(-10))).hasMinutes(1);
        assertThat(retryIn(BencodeValue.of(Long.MAX_VALUE))).hasDays(1);
        assertThat(retryIn(BencodeValue.of("never"))).hasDays(365);
    }

    @Test
    void failureIsRetriedAfterItsInterval() {
        assertThat(retryIn(Map.of("interval", BencodeValue.of(3600), "min interval",
                BencodeValue.of(7200)))).hasHours(2);
        assertThat(retryIn(Map.of("interval", BencodeValue.of(1800)))).hasMinutes(30);
        assertThat(retryIn(Map.of("min interval", BencodeValue.of(600)))).hasMinutes(10);
        assertThat(retryIn(Map.of("interval", BencodeValue.of(-1)))).hasSeconds(30);
        assertThat(retryIn(Map.of("interval", BencodeValue.of(1800), "retry in",
                BencodeValue.of(5)))).hasMinutes(5);
    }

    private static Duration retryIn(BencodeValue value) {
        return retryIn(Map.of("retry in", value));
    }

    private static Duration retryIn(Map<String, BencodeValue> wait) {
        var body = new HashMap<>(wait);
        body.put("failure reason", BencodeValue.of("later"));
        try {
            announced(body);
        } catch (TrackerFailureException e) {
            return e.retryIn().orElseThrow();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("no failure");
    }

    @Test
    void invalidResponsesAreRejected() {
        assertThatThrownBy(() -> HttpResponses.parseAnnounce(ok(Samples.ascii("<html>"))))
                .isInstanceOf(InvalidResponseException.class)
                .hasMessage("its answer is a web page (HTML or XML)");
        assertThatThrownBy(() -> HttpResponses.parseAnnounce(ok(new byte[0])))
                .isInstanceOf(InvalidResponseException.class).hasMessage("its answer is empty");
        assertThatThrownBy(() -> HttpResponses.parseAnnounce(ok(Samples.ascii("oops"))))
                .isInstanceOf(InvalidResponseException.class).hasMessageContaining("not bencoded");
        assertThatThrownBy(() -> HttpResponses.parseAnnounce(ok(Samples.ascii("le"))))
                .isInstanceOf(InvalidResponseException.class).hasMessageContaining("no dictionary");
        assertThatThrownBy(
                () -> HttpResponses
                        .parseAnnounce(new SafeHttpClient.Response(502, Samples.ascii("<html>"))))
                .isInstanceOf(InvalidResponseException.class).hasMessage("HTTP status 502");
    }

    @Test
    void bytesAfterTheAnswerAreIgnored() throws IOException {
        for (String after : List.of("\n", "\0\0\0", "d8:intervali1ee")) {
            byte[] body = Samples.ascii("d8:intervali1800ee" + after);
            assertThat(HttpResponses.parseAnnounce(ok(body)).interval()).hasMinutes(30);
        }
    }

    @Test
    void takesTwoHundredPeersAtMost() throws IOException {
        assertThat(announced(Map.of("peers", BencodeValue.of(many(60_000)), "peers6",
                BencodeValue.of(many(60_000)))).peers()).hasSize(200);
    }

    private static byte[] many(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 9);
        return bytes;
    }

    @Test
    void readsScrapesInTheOrderOfTheRequest() throws IOException {
        var one = Bencode.dictionary(Map.of("complete", BencodeValue.of(1), "incomplete",
                BencodeValue.of(2), "downloaded", BencodeValue.of(3)));
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(Samples.ascii("d5:filesd20:"));
        body.writeBytes(Samples.infoHash(1).bytes());
        body.writeBytes(Bencode.encode(one));
        body.writeBytes(Samples.ascii("ee"));
        assertThat(HttpResponses.parseScrape(ok(body.toByteArray()),
                List.of(Samples.infoHash(2), Samples.infoHash(1))))
                .containsExactly(SwarmCounts.UNKNOWN, SwarmCounts.of(1, 2, 3));
        assertThatThrownBy(() -> HttpResponses.parseScrape(ok(Samples.ascii("de")), List.of()))
                .isInstanceOf(InvalidResponseException.class);
    }

    @Test
    void survivesTruncationAndNoise() {
        byte[] whole = body(Map.of("interval", BencodeValue.of(1800), "peers",
                packed(0x0A00, 1, 80, 0x0A00, 2, 80), "complete", BencodeValue.of(4)));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> HttpResponses.parseAnnounce(ok(cut)))
                    .isInstanceOf(InvalidResponseException.class);
        }
        long first = TestScale.seed("engine.seed");
        for (long seed = first; seed < first + 3000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] noisy = whole.clone();
            for (int times = random.nextInt(1, 6); times > 0; times--) {
                noisy[random.nextInt(noisy.length)] = (byte) random.nextInt(256);
            }
            try {
                assertThat(HttpResponses.parseAnnounce(ok(noisy)).peers()).as("seed %d", seed)
                        .hasSizeLessThan(10);
            } catch (InvalidResponseException e) {
                assertThat(e.getMessage()).as("seed %d", seed).isNotBlank();
            } catch (IOException | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }
}
