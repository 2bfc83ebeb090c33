package org.gridtorrent.fuse.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gridtorrent.fuse.FuseAvailable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountHelperTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void mountsAndUnmounts() throws IOException {
        FuseAvailable.require();
        try (Arena arena = Arena.ofConfined()) {
            Syscalls calls = new Syscalls(arena);
            int device = MountHelper.mount(folder, calls, arena);
            assertThat(Mounts.isMounted(folder)).isTrue();
            calls.close(device);
            assertThat(Mounts.isDead(folder)).isTrue();
        }

        MountHelper.run(List.of("-u", "-z", folder.toString()));

        assertThat(Mounts.isMounted(folder)).isFalse();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void saysWhyItCannotMount() throws IOException {
        FuseAvailable.require();
        Path file = Files.createFile(folder.resolve("file"));
        try (Arena arena = Arena.ofConfined()) {
            Syscalls calls = new Syscalls(arena);
            assertThatThrownBy(() -> MountHelper.mount(folder.resolve("none"), calls, arena))
                    .isInstanceOf(MountException.class).hasMessageContaining("No such file");
        }
        assertThatThrownBy(() -> Mounts.mount(file)).isInstanceOf(MountException.class)
                .hasMessage(file + " is not a folder");
        assertThatThrownBy(() -> Mounts.mount(folder)).isInstanceOf(MountException.class)
                .hasMessageContaining("is not empty");
    }

    @Test
    void failuresOfFilesHaveTheirErrorNumbers() {
        assertThat(Errno.of(new ErrnoException(Errno.ESTALE))).isEqualTo(Errno.ESTALE);
        assertThat(Errno.of(new AccessDeniedException("f"))).isEqualTo(Errno.EACCES);
        assertThat(Errno.of(new DirectoryNotEmptyException("f"))).isEqualTo(Errno.ENOTEMPTY);
        assertThat(Errno.of(new FileSystemException("f", null, "No space left on device")))
                .isEqualTo(Errno.ENOSPC);
        assertThat(Errno.of(new IOException("File too large"))).isEqualTo(Errno.EFBIG);
        assertThat(Errno.of(new IOException("what nobody knows"))).isEqualTo(Errno.EIO);
    }
}
