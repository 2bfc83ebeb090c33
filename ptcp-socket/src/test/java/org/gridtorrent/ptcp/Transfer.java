package org.gridtorrent.ptcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;
import org.gridtorrent.testing.TestScale;

/** Random bytes sent and received, both sides told as length and CRC-32C. */
public record Transfer(long length, long checksum) {
    /** A mebibyte in the build, several with {@code -Pfull}. */
    static final int VOLUME = TestScale.of("ptcp.volume", 1, 4) << 20;

    private static final int LONGEST_WRITE = 200_000;

    /** Each write takes a part of these that begins and ends by chance. */
    private static final byte[] BYTES = new byte[8 * LONGEST_WRITE];

    static {
        new Random(1).nextBytes(BYTES);
    }

    /** Writes so many bytes in pieces of random length, without closing the stream. */
    static Transfer send(OutputStream out, long length, long seed) throws IOException {
        return sendUntil(out, () -> true, length, seed);
    }

    /** Writes on until it is over, and then so many bytes more, without closing the stream. */
    static Transfer sendUntil(OutputStream out, BooleanSupplier over, long more, long seed)
            throws IOException {
        Random random = new Random(seed);
        CRC32C checksum = new CRC32C();
        long length = 0;
        for (long left = more; left > 0;) {
            boolean isOver = over.getAsBoolean();
            int count = (int) Math.min(left, 1 + random.nextInt(LONGEST_WRITE));
            int from = random.nextInt(BYTES.length - count);
            out.write(BYTES, from, count);
            checksum.update(BYTES, from, count);
            length += count;
            left -= isOver ? count : 0;
        }
        return new Transfer(length, checksum.getValue());
    }

    /** Reads to the end in pieces of random length. */
    static Transfer receive(InputStream in, long seed) throws IOException {
        return receive(in, seed, length -> {});
    }

    /** Reads to the end, and tells after each read how many bytes there were until then. */
    static Transfer receive(InputStream in, long seed, LongConsumer onRead) throws IOException {
        Random random = new Random(seed);
        CRC32C checksum = new CRC32C();
        byte[] buffer = new byte[LONGEST_WRITE];
        long length = 0;
        int count;
        while ((count = in.read(buffer, 0, 1 + random.nextInt(buffer.length))) >= 0) {
            checksum.update(buffer, 0, count);
            length += count;
            onRead.accept(length);
        }
        return new Transfer(length, checksum.getValue());
    }

    /** Runs beside the test; its outcome is asked for with {@code get}. */
    public static <T> FutureTask<T> beside(Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(action);
        Thread.ofVirtual().start(task);
        return task;
    }
}
