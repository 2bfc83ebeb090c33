package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gridtorrent.e2e.process.Deadline;
import org.gridtorrent.e2e.process.Polling;
import org.gridtorrent.e2e.process.Running;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Data sets that only another machine holds, in a folder that the kernel mounts, by the real programs. */
class MountIT {
    private static final String FILE = "last half.bin";
    private static final int READERS = 16;
    private static final long CACHE_BYTES = 6_000_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** From the act that takes a right away until nothing can be read. */
    private static final Duration PROMISED = Duration.ofSeconds(30);

    private static Stage stage;
    private static Actor owner;
    private static Actor reader;
    private static Path folder;

    @BeforeAll
    static void mount() throws IOException {
        Assumptions.assumeTrue(fuseOpens(), "/dev/fuse cannot be opened here");
        stage = Stage.open(MountIT.class);
        owner = stage.actor("mount-owner", Map.of("upload-limit", "3MB"));
        reader = stage.actor("mount-reader",
                Map.of("cache-limit", CACHE_BYTES + "B", "cache-keep-free", "1MB"));
        folder = Files.createDirectories(stage.shelf.resolve("mounted"));
        var _ = reader.machine().command("mount", folder.toString()).expect(0);
    }

    private static boolean fuseOpens() {
        try (FileChannel device = FileChannel.open(Path.of("/dev/fuse"), StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return device.isOpen();
        } catch (IOException e) {
            return false;
        }
    }

    @AfterAll
    static void end() {
        if (stage != null) {
            var _ = reader.machine().command("unmount", "--wait", folder.toString())
                    .expect(0);
            stage.close();
        }
    }

    /** Published data set, and its folder in the mount. */
    private record Shared(String id, String group, Tree tree, Path root) {
        Path file() {
            return root.resolve(FILE);
        }

        String sha256() {
            return Objects.requireNonNull(tree.files().get(FILE)).sha256();
        }
    }

    private static Shared shared(String name, long length) throws IOException {
        Path data = stage.shelf.resolve(name);
        Tree tree = SampleData.fill(data, length).withoutEmptyFiles();
        String group = Stage.group(name, owner, reader);
        String id = Stage.publish(owner, data, "In a mount: " + name, name);
        Path mounted = folder.resolve("id").resolve(id);
        Polling.answered("the data set in the mount", LIMIT,
                () -> Optional.of(true).filter(_ -> Files.isDirectory(mounted)));
        return new Shared(id, group, tree, mounted);
    }

    private static String sha256(Path file) {
        return Running.run(List.of("sha256sum", file.toString()), "", LIMIT).expect(0).out()
                .substring(0, 64);
    }

    /** Copies a file of the mount with {@code cat}, by a shell that ends with its status. */
    private static Running cat(Path file, Path copy) {
        return Running.start("cat", List.of("sh", "-c", "exec cat \"$1\" >\"$2\"", "cat",
                file.toString(), copy.toString()), copy.resolveSibling("cat.log"));
    }

    private static void awaitBegun(Path copy) {
        Polling.answered("the first bytes", LIMIT, () -> Optional.of(true)
                .filter(_ -> Files.exists(copy) && copy.toFile().length() > 0));
    }

    @Test
    void dataSetOfAnotherMachine_isReadByTheRealPrograms() throws IOException {
        Shared shared = shared("mounted-data", 3_000_000);
        assertThat(IntStream.range(0, READERS).parallel()
                .mapToObj(_ -> sha256(shared.file())).distinct())
                .containsExactly(shared.sha256());
        shared.tree.expectSame(Tree.of(shared.root).withoutEmptyFiles());
        assertThat(folder.resolve("by-owner").resolve(owner.person().name())).isNotEmptyDirectory();
        assertThat(mappedSha256(shared.file())).isEqualTo(shared.sha256());
        assertThat(reader.machine().status().path("contents")).as("what is kept").isEmpty();
    }

    private static String mappedSha256(Path file) {
        return Running.run(List.of("python3", "-c", """
                import hashlib, mmap, sys
                with open(sys.argv[1], 'rb') as file:
                    with mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as mapped:
                        print(hashlib.sha256(mapped).hexdigest())
                """, file.toString()), "", LIMIT).expect(0).out();
    }

    @Test
    void readsGoOn_whenDaemonAndMountWereKilled() throws IOException {
        Shared shared = shared("mounted-killed", 16_000_000);
        Path copy = stage.folder.resolve("killed.copy");
        Running cat = cat(shared.file(), copy);
        awaitBegun(copy);
        reader.machine().killAndRestart();
        assertThat(cat.await(LIMIT)).isZero();
        assertThat(sha256(copy)).isEqualTo(shared.sha256());

        long process = reader.machine().query("mount", "status").path("mounts").path(0)
                .path("pid").asLong();
        ProcessHandle.of(process).orElseThrow().destroyForcibly();
        var _ = reader.machine().command("mount", folder.toString()).expect(0);
        assertThat(sha256(shared.file())).isEqualTo(shared.sha256());
    }

    @Test
    void rightThatIsTakenAway_endsReadsAndEmptiesTheCache() throws IOException {
        Shared shared = shared("mounted-lost", 80_000_000);
        try (RandomAccessFile open = new RandomAccessFile(
                shared.root.resolve("one byte").toFile(), "r")) {
            assertThat(open.read()).isNotNegative();
            Path copy = stage.folder.resolve("lost.copy");
            Running cat = cat(shared.file(), copy);
            awaitBegun(copy);
            var deadline = Deadline.after(PROMISED);
            owner.person().removeMember(shared.group);
            assertThat(cat.await(PROMISED)).isNotZero();
            assertThat(Files.readString(cat.log())).contains("Permission denied");
            Polling.answered("the end of the folder", deadline,
                    () -> Optional.of(true).filter(_ -> !Files.exists(shared.root)));
            assertThatThrownBy(() -> {
                open.seek(0);
                var _ = open.read();
            }).hasMessageContaining("Permission denied");
            String infoHash = owner.api().get("/datasets/" + shared.id).path("infoHash").asText();
            Polling.answered("the end of its pieces", deadline, () -> Optional.of(true)
                    .filter(_ -> !Files.exists(cache().resolve(infoHash))));
        }
    }

    @Test
    void contentLargerThanTheCache_isReadWhole() throws IOException {
        Shared shared = shared("mounted-large", 18_000_000);
        assertThat(sha256(shared.file())).isEqualTo(shared.sha256());
        String blocks = Running.run(List.of("du", "-s", "-B1", cache().toString()), "", LIMIT)
                .expect(0).out();
        assertThat(Long.parseLong(blocks.split("\t", 2)[0])).isLessThan(CACHE_BYTES * 9 / 8);

        var _ = reader.machine().call("cache", "pin", shared.id).expect(0);
        reader.machine().killAndRestart();
        JsonNode cached = cached(shared.id);
        assertThat(cached.path("pinned").asBoolean()).isTrue();
        assertThat(cached.path("bytes").asLong()).isBetween(1L, CACHE_BYTES);
        var _ = reader.machine().call("cache", "drop", shared.id).expect(0);
        assertThat(cached(shared.id).path("bytes").asLong()).isZero();
        var _ = reader.machine().call("cache", "pin", "of-nothing").expect(5);
    }

    private static JsonNode cached(String id) {
        for (JsonNode dataset : reader.machine().query("cache", "show").path("datasets")) {
            if (dataset.path("id").asText().equals(id)) {
                return dataset;
            }
        }
        return MissingNode.getInstance();
    }

    private static Path cache() {
        return reader.machine().home().resolve("cache");
    }
}
