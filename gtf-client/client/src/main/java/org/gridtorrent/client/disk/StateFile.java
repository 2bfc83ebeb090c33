package org.gridtorrent.client.disk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A small text file of this program's own, with a checksum in its last line, so that a flipped bit is
 * noticed. A damaged file is set aside, which the log says, and counts as missing from then on.
 *
 * <p>Files of earlier programs have no such line, and are believed.
 */
public final class StateFile {
    private static final Logger LOG = LoggerFactory.getLogger(StateFile.class);
    /** No line of the content begins so. */
    private static final String MARK = "\n#";

    private static final String ASIDE = ".damaged";

    private StateFile() {}

    public static void write(Path file, byte[] content) throws IOException {
        byte[] lastLine = lastLine(content);
        byte[] all = Arrays.copyOf(content, content.length + lastLine.length);
        System.arraycopy(lastLine, 0, all, content.length, lastLine.length);
        DurableFile.write(file, all);
    }

    /**
     * Its content; empty when it is missing or damaged.
     *
     * @param loss what follows from the damage, for the log
     */
    public static Optional<byte[]> read(Path file, String loss) throws IOException {
        Optional<byte[]> all = DurableFile.read(file);
        if (all.isEmpty()) {
            return Optional.empty();
        }
        Optional<byte[]> content = contentOf(all.get());
        if (content.isEmpty()) {
            setAside(file, "its checksum is wrong", loss);
        }
        return content;
    }

    /** Whether its checksum is wrong; leaves it where it is. */
    public static boolean isDamaged(Path file) throws IOException {
        Optional<byte[]> all = DurableFile.read(file);
        return all.isPresent() && contentOf(all.get()).isEmpty();
    }

    /** Empty when the checksum is wrong. */
    private static Optional<byte[]> contentOf(byte[] all) {
        int end = new String(all, StandardCharsets.ISO_8859_1).lastIndexOf(MARK);
        if (end < 0) {
            return Optional.of(all);
        }
        byte[] content = Arrays.copyOf(all, end);
        return Arrays.equals(Arrays.copyOfRange(all, end, all.length), lastLine(content))
                ? Optional.of(content)
                : Optional.empty();
    }

    /**
     * Renames a damaged file, so that nobody reads it again and a person can look at it.
     *
     * @param why what is wrong with it
     * @param loss what follows from that
     */
    public static void setAside(Path file, String why, String loss) throws IOException {
        Path aside = aside(file);
        try {
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException e) {
            return; // another thread or process has just set it aside
        }
        LOG.warn("{} is damaged ({}) and set aside as {}: {}", file, why, aside.getFileName(),
                loss);
    }

    /** Whether the file is a damaged one that was set aside. */
    public static boolean isAside(Path file) {
        return file.toString().endsWith(ASIDE);
    }

    /** Where a damaged file is put. */
    public static Path aside(Path file) {
        return file.resolveSibling(file.getFileName() + ASIDE);
    }

    private static byte[] lastLine(byte[] content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content);
        return (MARK + "crc32c %08x\n".formatted(checksum.getValue()))
                .getBytes(StandardCharsets.US_ASCII);
    }
}
