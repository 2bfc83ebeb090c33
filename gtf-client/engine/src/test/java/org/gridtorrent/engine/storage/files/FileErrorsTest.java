package org.gridtorrent.engine.storage.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

final class FileErrorsTest {
    @Test
    void describesWhyAFileCannotBeWritten() {
        assertThat(FileErrors.describe(new AccessDeniedException("/data/run")))
                .isEqualTo("/data/run: permission denied");
        assertThat(FileErrors.describe(new FileSystemException("/data/run", null,
                "Read-only file system"))).isEqualTo("/data/run: Read-only file system");
    }
}
