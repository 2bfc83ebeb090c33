package org.gridtorrent.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** A folder of made-up files: odd names, nested folders, empty and tiny files beside large ones. */
public final class SampleData {
    private SampleData() {}

    /** Fills {@code folder} with about {@code length} bytes; the same seed gives the same files. */
    public static Tree fill(Path folder, long length, long seed) throws IOException {
        System.out.printf("sample data in %s: seed %d%n", folder, seed);
        var random = new SplittableRandom(seed);
        write(folder.resolve("empty"), 0, random);
        write(folder.resolve("one byte"), 1, random);
        write(folder.resolve("ångström µ 計測 ☢.dat"), 70_001, random);
        write(folder.resolve("a'b$c`d;e&f#g%20h.csv"), 16_384, random);
        write(folder.resolve("-leading-dash"), 16_383, random);
        write(folder.resolve(".hidden/.more hidden"), 16_385, random);
        for (int i : IntStream.range(0, 200).toArray()) {
            write(folder.resolve("run/%02d/small/%03d.txt".formatted(i % 7, i)),
                    random.nextInt(3000), random);
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
