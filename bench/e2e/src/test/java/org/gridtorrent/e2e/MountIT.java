package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import org.gridtorrent.e2e.process.Deadline;
import org.gridtorrent.e2e.process.Until;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Data sets of a site in a folder that the kernel mounts, by the real programs. */
class MountIT {
    private static final long LENGTH = 3_000_000;
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
        owner = stage.actor("mount-owner");
        reader = stage.actor("mount-reader");
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

    @Test
    void dataSetIsReadInTheMount_untilTheRightIsTakenAway() throws IOException {
        Path data = stage.shelf.resolve("mounted-data");
        Tree tree = SampleData.fill(data, LENGTH);
        String group = Stage.group("mounted", owner, reader);
        String id = Stage.publish(owner, data, "In a mount", "mounted");
        reader.get(id).awaitDone(LIMIT, _ -> {});
        Path mounted = folder.resolve("id").resolve(id);

        Until.answered("the data set in the mount", LIMIT,
                () -> Optional.of(true).filter(_ -> Files.isDirectory(mounted)));
        tree.withoutEmptyFiles().expectSame(Tree.of(root(mounted)).withoutEmptyFiles());
        assertThat(folder.resolve("by-owner").resolve(owner.person().name())).isNotEmptyDirectory();

        try (RandomAccessFile open = new RandomAccessFile(
                root(mounted).resolve("last half.bin").toFile(), "r")) {
            assertThat(open.read()).isNotNegative();
            var deadline = Deadline.after(PROMISED);
            owner.person().removeMember(group);
            Until.answered("the end of the folder", deadline,
                    () -> Optional.of(true).filter(_ -> !Files.exists(mounted)));
            assertThatThrownBy(() -> {
                open.seek(0);
                var _ = open.read();
            }).hasMessageContaining("Permission denied");
        }
    }

    /** Folder of the files: one of the data set's name, if there is one. */
    private static Path root(Path mounted) {
        Path named = mounted.resolve("mounted-data");
        return Files.isDirectory(named) ? named : mounted;
    }
}
