package org.gridtorrent.bench.gridjet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.result.Samples;

/** Reads of a file of the mount by this process: at random, and of what is cached. */
final class OpenFileReads {
    private static final int PAGE = 4096;
    private static final Pattern COPIED = Pattern.compile("(\\d+) bytes.* copied, ([\\d.e-]+) s");

    private OpenFileReads() {}

    /**
     * Seconds of each of so many reads of a page at random, compared with the original.
     *
     * @param seed of the offsets
     */
    static Samples random(Path mounted, Path original, int count, long seed) throws IOException {
        Random offsets = new Random(seed);
        Samples seconds = new Samples();
        try (FileChannel file = FileChannel.open(mounted, StandardOpenOption.READ);
                FileChannel same = FileChannel.open(original, StandardOpenOption.READ)) {
            long pages = same.size() / PAGE;
            for (int read = 0; read < count; read++) {
                long offset = offsets.nextLong(pages) * PAGE;
                long begunNs = System.nanoTime();
                ByteBuffer page = page(file, offset);
                seconds.add((System.nanoTime() - begunNs) / 1e9);
                if (!page.equals(page(same, offset))) {
                    throw new IOException("what came of " + mounted + " is something else");
                }
            }
        }
        return seconds;
    }

    private static ByteBuffer page(FileChannel file, long offset) throws IOException {
        ByteBuffer page = ByteBuffer.allocate(PAGE);
        while (page.hasRemaining()) {
            if (file.read(page, offset + page.position()) < 0) {
                throw new IOException("the file ends early");
            }
        }
        return page.flip();
    }

    /** Bytes a second of a file that was read before, out of the kernel's pages. */
    static double kernelCacheRate(Path mounted) throws IOException, InterruptedException {
        return rate(mounted, List.of());
    }

    /** The same out of the daemon's cache, past the kernel's pages. */
    static double daemonCacheRate(Path mounted) throws IOException, InterruptedException {
        return rate(mounted, List.of("iflag=direct"));
    }

    /** Rate in bytes a second that {@code dd} prints. */
    private static double rate(Path mounted, List<String> options)
            throws IOException, InterruptedException {
        String said = Tool.run(Tool.concat(List.of("env", "LC_ALL=C", "dd", "if=" + mounted,
                "of=/dev/null", "bs=1M"), options));
        Matcher copied = COPIED.matcher(said);
        if (!copied.find()) {
            throw new IOException("dd said " + said);
        }
        return Double.parseDouble(copied.group(1)) / Double.parseDouble(copied.group(2));
    }
}
