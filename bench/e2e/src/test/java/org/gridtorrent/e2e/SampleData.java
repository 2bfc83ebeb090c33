package org.gridtorrent.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.gridtorrent.testing.TestScale;

/** A folder of made-up files: odd names, nested folders, empty and tiny files beside large ones. */
public final class SampleData {
    private static final long SEED = TestScale.seed("e2e.data.seed");

    private SampleData() {}

    /** Random numbers for what has this name; the same in each run with the same seed. */
    static SplittableRandom random(String name) {
        return new SplittableRandom(SEED + name.hashCode());
    }

    /** Fills {@code folder} with {@code length} bytes in files whose lengths are always the same. */
    public static Tree fill(Path folder, long length) throws IOException {
        int names = folder.getNameCount();
        var random = random(folder.subpath(names - 3, names).toString());
        write(folder.resolve("empty"), 0, random);
        write(folder.resolve("one byte"), 1, random);
        write(folder.resolve("ångström µ 計測 ☢.dat"), 70_001, random);
        write(folder.resolve("a'b$c`d;e&f#g%20h.csv"), 16_384, random);
        write(folder.resolve("-leading-dash"), 16_383, random);
        write(folder.resolve(".hidden/.more hidden"), 16_385, random);
        for (int i : IntStream.range(0, 200).toArray()) {
            write(folder.resolve("run/%02d/small/%03d.txt".formatted(i % 7, i)),
                    i * 1_009 % 3_000, random);
        }
        long rest = length - Tree.of(folder).totalLength();
        write(folder.resolve("deep/er/and/deep/er/half.bin"), rest / 2, random);
        write(folder.resolve("last half.bin"), rest - rest / 2, random);
        return Tree.of(folder);
    }

    private static void write(Path file, long length, SplittableRandom random) throws IOException {
        Files.createDirectories(file.getParent());
        var buffer = new byte[1 << 16];
        try (var out = Files.newOutputStream(file)) {
            for (long left = length; left > 0; left -= buffer.length) {
                random.nextBytes(buffer);
                out.write(buffer, 0, (int) Math.min(buffer.length, left));
            }
        }
    }
}
