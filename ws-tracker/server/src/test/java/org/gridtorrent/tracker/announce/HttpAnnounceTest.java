package org.gridtorrent.tracker.announce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.gridtorrent.metainfo.bencode.BencodeValue.Dictionary;
import org.gridtorrent.tracker.swarm.OpenSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The HTTP side as strangers meet it, byte for byte, from several addresses of the loopback. */
class HttpAnnounceTest {
    private static final String ME = "-XX0001-123456789012";

    @TempDir
    private Path folder;
    private OpenSite site;
    private AnnounceServer server;
    private InfoHash content;

    @BeforeEach
    void start() throws Exception {
        site = new OpenSite(folder);
        content = site.publishForEveryone();
        server = AnnounceServer.start("127.0.0.1", 0, site.keys, site.catalog);
    }

    @AfterEach
    void stop() {
        server.close();
        site.close();
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared, only carried
    private record Reply(String head, byte[] body) {
        Dictionary dictionary() throws Exception {
            return (Dictionary) Bencode.decode(body);
        }

        String refusal() throws Exception {
            return dictionary().byteString("failure reason").orElseThrow().toString();
        }
    }

    /** One request from an address of this machine, over a connection of its own. */
    private Reply get(String from, String target) throws IOException {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
            return ask(socket, "GET " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close");
        }
    }

    private static Reply ask(Socket socket, String request) throws IOException {
        socket.getOutputStream()
                .write((request + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        byte[] all = socket.getInputStream().readAllBytes();
        String text = new String(all, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        return new Reply(text.substring(0, end), Arrays.copyOfRange(all, end + 4, all.length));
    }

    private static String escaped(InfoHash hash) {
        return IntStream.range(0, InfoHash.V1_LENGTH)
                .mapToObj(i -> String.format("%%%02x", hash.bytes()[i]))
                .collect(Collectors.joining());
    }

    private static String query(InfoHash content, int port, String more) {
        return "/announce?info_hash=" + escaped(content) + "&peer_id=" + ME + "&port=" + port
                + "&uploaded=0&downloaded=0" + more;
    }

    private Dictionary announced(String from, int port, String more) throws Exception {
        Reply reply = get(from, query(content, port, more));
        assertThat(reply.head()).startsWith("HTTP/1.1 200").contains("Content-Length: ");
        return reply.dictionary();
    }

    private String refused(String target) throws Exception {
        Reply reply = get("127.0.0.1", target);
        assertThat(reply.head()).startsWith("HTTP/1.1 200");
        return reply.refusal();
    }

    @Test
    void announce_isAnsweredCompactly() throws Exception {
        announced("127.0.0.2", 258, "&left=0&event=started");
        Dictionary answer = announced("127.0.0.3", 1000, "&left=5&event=started&compact=1");
        assertThat(answer.byteString("peers").orElseThrow().bytes())
                .containsExactly(127, 0, 0, 2, 1, 2);
        assertThat(answer.get("peers6")).isEmpty();
        assertThat(answer.byteString("external ip").orElseThrow().bytes())
                .containsExactly(127, 0, 0, 3);
        assertThat(answer.integer("complete")).contains(1L);
        assertThat(answer.integer("incomplete")).contains(1L);
        assertThat(answer.integer("interval").orElseThrow()).isBetween(720L, 1080L);
        assertThat(answer.integer("min interval")).contains(300L);
    }

    @Test
    void announce_isAnsweredWithDictionariesWhenAskedSo() throws Exception {
        announced("127.0.0.2", 258, "&left=0");
        for (String ids : List.of("", "&no_peer_id=1")) {
            Dictionary answer = announced("127.0.0.3", 1000, "&left=5&compact=0" + ids);
            Dictionary peer = (Dictionary) answer.list("peers").orElseThrow().getFirst();
            assertThat(peer.byteString("ip").orElseThrow()).hasToString("127.0.0.2");
            assertThat(peer.integer("port")).contains(258L);
            assertThat(peer.byteString("peer id").map(BencodeValue.ByteString::toString).orElse(""))
                    .isEqualTo(ids.isEmpty() ? ME : "");
        }
    }

    @Test
    void devicesOfTheSite_areTold() throws Exception {
        site.deviceAnnounces(content, "198.18.9.9", 0);
        Dictionary answer = announced("127.0.0.3", 1000, "&left=5");
        assertThat(answer.byteString("peers").orElseThrow().bytes()).containsExactly(198, 18, 9, 9,
                OpenSite.DEVICE_PORT >> 8, OpenSite.DEVICE_PORT & 0xff);
        assertThat(announced("127.0.0.3", 1000, "&left=5&compact=0").list("peers")).isPresent();
    }

    @Test
    void addressThatIsNamed_isNotRead() throws Exception {
        announced("127.0.0.2", 258, "&left=0&ip=198.18.5.5&ipv6=2001:db8::1&ipv4=198.18.5.5:9");
        assertThat(
                announced("127.0.0.3", 1000, "&left=5").byteString("peers").orElseThrow().bytes())
                .containsExactly(127, 0, 0, 2, 1, 2);
    }

    @Test
    void numwant_isHeldToWhatIsSensible() throws Exception {
        for (int i = 1; i <= 250; i++) {
            announced("127.1.1." + i, 1000, "&left=5");
        }
        for (var expected : Map.of("&numwant=7", 7, "&numwant=0", 50, "", 50,
                "&numwant=-1", 50, "&numwant=100000", 200).entrySet()) {
            assertThat(
                    announced("127.0.0.3", 1000, "&left=5" + expected.getKey()).byteString("peers")
                            .orElseThrow().length())
                    .isEqualTo(6 * expected.getValue());
        }
    }

    @Test
    void stoppedPeer_isToldOfNoMore() throws Exception {
        announced("127.0.0.2", 258, "&left=0&key=1");
        assertThat(announced("127.0.0.2", 258, "&left=0&key=1&event=stopped").byteString("peers")
                .orElseThrow().length()).isZero();
        assertThat(
                announced("127.0.0.3", 1000, "&left=5").byteString("peers").orElseThrow().length())
                .isZero();
    }

    @Test
    void scrape_tellsCountsOfWhatIsKnown() throws Exception {
        announced("127.0.0.2", 258, "&left=5");
        announced("127.0.0.2", 258, "&left=0&event=completed");
        InfoHash hidden = site.publishPrivately();
        Dictionary files = get("127.0.0.1", "/scrape?info_hash=" + escaped(content) + "&info_hash="
                + escaped(hidden)).dictionary().dictionary("files").orElseThrow();
        assertThat(files.entries()).hasSize(1);
        var only = files.entries().firstEntry();
        assertThat(only.getKey().bytes()).isEqualTo(content.bytes());
        assertThat(only.getValue()).hasToString(Bencode.dictionary(Map.of("complete",
                BencodeValue.of(1), "incomplete", BencodeValue.of(0), "downloaded",
                BencodeValue.of(1))).toString());
    }

    @Test
    void privateAndUnknown_getOneAnswer() throws Exception {
        InfoHash unknown = InfoHash.ofHex("ab".repeat(20));
        InfoHash hidden = site.publishPrivately();
        site.deviceAnnounces(hidden, "198.18.9.9", 0);
        for (InfoHash each : List.of(unknown, hidden)) {
            assertThat(refused(query(each, 1000, "&left=5"))).isEqualTo("no such content here");
            assertThat(refused("/scrape?info_hash=" + escaped(each)))
                    .isEqualTo("no such content here");
        }
    }

    @Test
    void everyMistake_isNamed() throws Exception {
        String hash = "info_hash=" + escaped(content);
        String good = hash + "&peer_id=" + ME;
        assertThat(refused("/announce")).isEqualTo("info_hash has to be 20 bytes");
        assertThat(refused("/announce?")).isEqualTo("info_hash has to be 20 bytes");
        assertThat(refused("/announce?info_hash=%00&&=&x")).isEqualTo(
                "info_hash has to be 20 bytes");
        assertThat(refused("/announce?" + hash)).isEqualTo("peer_id has to be 20 bytes");
        for (String port : List.of("", "&port=0", "&port=65536")) {
            assertThat(refused("/announce?" + good + port))
                    .isEqualTo("port has to be from 1 to 65535");
        }
        assertThat(refused("/announce?" + good + "&port=x")).isEqualTo("port has to be a number");
        assertThat(refused("/announce?" + good + "&port=-1")).isEqualTo("port has to be a number");
        assertThat(refused("/announce?" + good + "&port=1&left=")).isEqualTo(
                "left has to be a number");
        assertThat(refused("/announce?" + good + "&port=1&numwant=many"))
                .isEqualTo("numwant has to be a number");
        assertThat(refused("/announce?" + good + "&port=1&event=begun"))
                .isEqualTo("event has to be started, stopped or completed");
        for (String odd : List.of("%", "%1", "%zz", "%+1")) {
            assertThat(refused("/announce?info_hash=" + odd))
                    .isEqualTo("the query is not percent-encoded as it should be");
        }
        assertThat(refused("/announce?" + "a".repeat(6001)))
                .isEqualTo("the query is longer than 6000 characters");
        assertThat(refused("/announce?" + "a=1&".repeat(101)))
                .isEqualTo("the query has more than 100 values");
        assertThat(refused("/scrape")).isEqualTo("a scrape has to name from 1 to 74 contents");
        assertThat(refused("/scrape?" + ("&" + hash).repeat(75)))
                .isEqualTo("a scrape has to name from 1 to 74 contents");
        assertThat(refused("/scrape?info_hash=x")).isEqualTo("info_hash has to be 20 bytes");
    }

    @Test
    void clientsThatSayOddThingsWhichDoNotMatter_areAnswered() throws Exception {
        for (String odd : List.of("", "&left=18446744073709551615", "&event=", "&event=empty",
                "&event=paused&left=3", "&compact=2&supportcrypto=1&redundant=0&trackerid=x",
                "&left=5&left=0&left=x")) {
            assertThat(announced("127.0.0.2", 258, odd).integer("incomplete")).as(odd)
                    .contains(1L);
        }
    }

    @Test
    void otherPathsAndMethods_areNotThere() throws IOException {
        assertThat(get("127.0.0.1", "/").head()).startsWith("HTTP/1.1 404");
        assertThat(get("127.0.0.1", "/announce/x").head()).startsWith("HTTP/1.1 404");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            assertThat(ask(socket, "POST /announce HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n"
                    + "Connection: close").head()).startsWith("HTTP/1.1 405");
        }
    }

    @Test
    void oldAndKeptConnections_areServed() throws Exception {
        String target = query(content, 1000, "&left=5");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            assertThat(ask(socket, "GET " + target + " HTTP/1.0").head()).contains(" 200 ");
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            String kept = "GET " + target + " HTTP/1.1\r\nHost: x\r\n";
            Reply both = ask(socket, kept + "\r\n" + kept + "Connection: close");
            String text = both.head() + new String(both.body(), StandardCharsets.ISO_8859_1);
            assertThat(text.split("HTTP/1.1 200", -1)).hasSize(3);
        }
    }

    @Test
    void takenPort_isSaid() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> AnnounceServer.start("127.0.0.1", taken.getLocalPort(),
                    site.keys, site.catalog).close()).isInstanceOf(IOException.class);
        }
    }
}
