package org.gridtorrent.client.torrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.gridtorrent.client.Main;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Output;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Magnet links at the command line. */
@SuppressWarnings("NullAway.Init") // set before each test
final class MagnetCommandsTest {
    /** No name service need be asked to know that there is none. */
    private static final String NO_HOST = "no..host";

    @TempDir
    private Path temp;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Path data;
    private Metainfo metainfo;

    @BeforeEach
    void makeContent() throws Exception {
        byte[] bytes = new byte[1_500_000];
        new Random(8).nextBytes(bytes);
        data = Files.write(Files.createDirectories(temp.resolve("source")).resolve("cores.dat"),
                bytes);
        metainfo = new MetainfoBuilder(data).build().metainfo();
    }

    private int run(String... arguments) {
        Output output = new Output(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8), false);
        return Main.run(new Invocation(
                Map.of("GRIDTORRENT_HOME", temp.resolve("home").toString()), output), arguments);
    }

    private int get(String link, String... more) {
        String[] arguments = {"torrent", "get", link, "--dir", temp.resolve("target").toString(),
            "--listen", "127.0.0.1:0"};
        String[] all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return run(all);
    }

    private int getFromASeed(String link, String... more) throws IOException {
        try (Engine engine = Engine.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new OpenGate())) {
            Swarm swarm = engine.add(metainfo, temp.resolve("source"), temp.resolve("state"),
                    SwarmOptions.seedingInPlace());
            await().until(() -> swarm.status().phase() == SwarmPhase.SEEDING);
            List<String> words = new ArrayList<>(List.of(more));
            words.addAll(List.of("--peer", "127.0.0.1:" + engine.listenAddress().getPort()));
            return get(link, words.toArray(String[]::new));
        }
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void show_printsTheLinkByWhichGetFetches() throws Exception {
        Path torrent = Files.write(temp.resolve("cores.torrent"), metainfo.encoded());
        assertThat(run("torrent", "show", torrent.toString())).isZero();
        String link = out().lines().filter(line -> line.startsWith("magnet"))
                .map(line -> line.substring("magnet".length()).strip()).findFirst().orElseThrow();
        assertThat(MagnetLink.parse(link).infoHash()).isEqualTo(metainfo.infoHash());
        assertThat(getFromASeed(link)).as(err()).isEqualTo(ExitStatus.DONE);
        assertThat(temp.resolve("target/cores.dat")).hasSameBinaryContentAs(data);
        assertThat(out()).contains("cores.dat: 1.50 MB, complete and checked");
    }

    @Test
    void get_namesTheTrackersInJsonWithoutTheirPasskeys() throws Exception {
        String link = MagnetLink.of(metainfo)
                + "&tr=http%3A%2F%2F127.0.0.1%3A1%2Fpasskey%2Fannounce";
        assertThat(getFromASeed(link, "--json")).as(err()).isEqualTo(ExitStatus.DONE);
        assertThat(out()).contains("\"place\":\"http://127.0.0.1:1\"").doesNotContain("passkey");
    }

    @Test
    void show_printsNoLinkToPrivateContent() throws Exception {
        Metainfo secret = new MetainfoBuilder(data).privateTorrent(true).build().metainfo();
        Path torrent = Files.write(temp.resolve("secret.torrent"), secret.encoded());
        assertThat(run("torrent", "show", torrent.toString())).isZero();
        assertThat(out()).doesNotContain("magnet:");
    }

    @Test
    void get_saysThatNobodyAnswers() {
        assertThat(get(MagnetLink.of(metainfo).toString(), "--timeout", "0"))
                .isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(err()).contains("cores.dat: No peer with this content is known yet")
                .contains("does not use the DHT", "--peer").hasLineCount(2);
    }

    @Test
    void get_takesAnInfoHashAlone() throws Exception {
        assertThat(getFromASeed(metainfo.infoHash().hex())).as(err()).isEqualTo(ExitStatus.DONE);
        assertThat(temp.resolve("target/cores.dat")).hasSameBinaryContentAs(data);
        assertThat(err()).doesNotContain("DHT");
    }

    @Test
    void get_namesTrackersThatItCannotUse() throws Exception {
        assertThat(getFromASeed(MagnetLink.of(metainfo) + "&tr=a%zz&tr=http%3A%2F%2Fa%20b%2F"))
                .as(err()).isEqualTo(ExitStatus.DONE);
        assertThat(err()).contains(
                "The tracker \"a%zz\" has no scheme such as http:// in front; it is not asked.",
                "The tracker \"http://a b/\" has a host name that no host can have");
    }

    @Test
    void get_countsNoPadding() throws Exception {
        Path folder = Files.createDirectories(temp.resolve("source/run"));
        for (String name : List.of("a", "b")) {
            Files.write(folder.resolve(name), new byte[5_000_000]);
        }
        metainfo = new MetainfoBuilder(folder).pieceLength(64 * 1024).padded(true).build()
                .metainfo();
        assertThat(metainfo.totalLength()).isGreaterThan(10_000_000);
        assertThat(getFromASeed(MagnetLink.of(metainfo).toString(), "--json")).as(err())
                .isEqualTo(ExitStatus.DONE);
        assertThat(out()).contains("\"bytesTotal\":10000000,\"bytesHad\":10000000,");
    }

    @Test
    void show_namesTheSourceAndTrackersThatCannotBeUsed() throws Exception {
        byte[] sourced = new String(metainfo.encoded(), StandardCharsets.ISO_8859_1)
                .replace("d4:info", "d8:announce5:x y z4:info")
                .replaceFirst("ee$", "6:source3:LABee")
                .getBytes(StandardCharsets.ISO_8859_1);
        Path torrent = Files.write(temp.resolve("cores.torrent"), sourced);
        assertThat(run("torrent", "show", torrent.toString())).as(err()).isZero();
        assertThat(out()).contains("source      LAB",
                "no tracker  \"x y z\" has no scheme such as http:// in front");
        out.reset();
        assertThat(run("torrent", "show", torrent.toString(), "--json")).isZero();
        assertThat(out()).contains("\"source\":\"LAB\"", "\"unusableTrackers\":[\"");
    }

    @Test
    void get_saysThatItDoesNotCallOnThisMachineForALink() {
        String link = MagnetLink.of(metainfo) + "&x.pe=127.0.0.1:6881";
        assertThat(run("torrent", "get", link, "--dir", temp.resolve("target").toString(),
                "--timeout", "0")).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(err()).startsWith("The link names 127.0.0.1:6881 as a peer")
                .contains("--peer 127.0.0.1:6881").hasLineCount(2);
    }

    @Test
    void get_saysWhichPeersNameIsUnknown() throws Exception {
        String link = MagnetLink.of(metainfo).toString();
        assertThat(get(link, "--peer", NO_HOST + ":6881")).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(err()).contains("--peer " + NO_HOST + ":6881: no host has the name",
                "give an IP address").hasLineCount(1);
        assertThat(temp.resolve("target")).doesNotExist();
        err.reset();
        assertThat(getFromASeed(link, "--peer", NO_HOST + ":6881")).as(err())
                .isEqualTo(ExitStatus.DONE);
        assertThat(err()).contains("--peer " + NO_HOST + ":6881: no host has the name");
    }

    @Test
    void fileInPlaceOfAFolder_isBadInput() throws Exception {
        String torrent = Files.write(temp.resolve("cores.torrent"), metainfo.encoded()).toString();
        for (String command : List.of("get", "seed", "verify")) {
            err.reset();
            assertThat(run("torrent", command, torrent, "--dir", data.toString()))
                    .isEqualTo(ExitStatus.BAD_INPUT);
            assertThat(err()).contains(data + " is a file, not a folder", "--dir")
                    .hasLineCount(1);
        }
    }

    @Test
    void get_refusesMalformedLinksInOneLine() {
        assertThat(get("magnet:?xt=urn:btih:abc")).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err()).contains("no info-hash").hasLineCount(1);
        err.reset();
        assertThat(get("magnet:?xt=urn:btmh:1220" + "ab".repeat(32)))
                .isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err()).contains("v2 only").hasLineCount(1);
    }

    @Test
    void get_fetchesOnlyTheFilesThatTheLinkSelects() throws Exception {
        Path folder = Files.createDirectories(temp.resolve("source/run"));
        for (int i = 0; i < 3; i++) {
            Files.write(folder.resolve("part" + i), new byte[1 << 20]);
        }
        metainfo = new MetainfoBuilder(folder).pieceLength(16 * 1024).build().metainfo();
        String link = MagnetLink.of(metainfo) + "&so=1";
        assertThat(getFromASeed(link, "--json")).as(err()).isEqualTo(ExitStatus.DONE);
        assertThat(temp.resolve("target/run/part1"))
                .hasSameBinaryContentAs(folder.resolve("part1"));
        assertThat(out()).contains("\"bytesTotal\":3145728,\"bytesHad\":1048576,");
        assertThat(err()).contains("only those are fetched");
        out.reset();
        assertThat(get(link)).as(err()).isEqualTo(ExitStatus.DONE);
        assertThat(out()).contains("1.05 MB of 3.15 MB, the files that the link selects, checked");
    }

    @Test
    void get_refusesALinkThatSelectsNoFileThatThereIs() throws Exception {
        assertThat(getFromASeed(MagnetLink.of(metainfo) + "&so=5"))
                .isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err()).contains("none of its 1 files (so=5)");
    }

    @Test
    void get_leavesAloneWhatSomebodyHasThere_unlessToldOtherwise() throws Exception {
        Path diary = Files.createDirectories(temp.resolve("target")).resolve("cores.dat");
        Files.writeString(diary, "my diary");
        String link = MagnetLink.of(metainfo).toString();
        assertThat(getFromASeed(link)).isEqualTo(ExitStatus.FAILED);
        assertThat(err()).contains("cores.dat: " + diary + " is in the way: it has other content;"
                + " move it, or fetch with --dir into another folder, or say --overwrite");
        assertThat(diary).hasContent("my diary");
        assertThat(getFromASeed(link, "--overwrite")).as(err()).isEqualTo(ExitStatus.DONE);
        assertThat(diary).hasSameBinaryContentAs(data);
    }

    @Test
    void get_saysWhenTheLinkCallsItAnotherName() throws Exception {
        String link = MagnetLink.of(metainfo).toString().replace("cores.dat", "holiday.jpg");
        assertThat(getFromASeed(link)).as(err()).isEqualTo(ExitStatus.DONE);
        assertThat(err()).containsOnlyOnce("The link calls it 'holiday.jpg'; its own name is"
                + " 'cores.dat', and it is put into " + temp.resolve("target/cores.dat"));
    }
}
