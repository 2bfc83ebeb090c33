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

/** Random bytes that were sent or received, as length and CRC-32C to be compared. */
public record Transfer(long length, long checksum) {
    /** One mebibyte in the build, more with {@code -Pfull}. */
    static final int VOLUME = TestScale.of("ptcp.volume", 1, 4) << 20;

    private static final int MAX_WRITE = 200_000;

    /** Each write sends a random part of these. */
    private static final byte[] BYTES = new byte[8 * MAX_WRITE];

    static {
        new Random(1).nextBytes(BYTES);
    }

    /** Writes so many bytes in pieces of random length; does not close the stream. */
    static Transfer send(OutputStream out, long length, long seed) throws IOException {
        return sendUntil(out, () -> true, length, seed);
    }

    /** Writes until the condition holds and then so many bytes more; does not close the stream. */
    static Transfer sendUntil(OutputStream out, BooleanSupplier condition, long more, long seed)
            throws IOException {
        Random random = new Random(seed);
        CRC32C checksum = new CRC32C();
        long length = 0;
        for (long left = more; left > 0;) {
            boolean holds = condition.getAsBoolean();
            int count = (int) Math.min(left, 1 + random.nextInt(MAX_WRITE));
            int from = random.nextInt(BYTES.length - count);
            out.write(BYTES, from, count);
            checksum.update(BYTES, from, count);
            length += count;
            left -= holds ? count : 0;
        }
        return new Transfer(length, checksum.getValue());
    }

    /** Reads to the end in pieces of random length. */
    static Transfer receive(InputStream in, long seed) throws IOException {
        return receive(in, seed, length -> {});
    }

    /** Reads to the end; the callback gets the number of bytes after each read. */
    static Transfer receive(InputStream in, long seed, LongConsumer onRead) throws IOException {
        Random random = new Random(seed);
        CRC32C checksum = new CRC32C();
        byte[] buffer = new byte[MAX_WRITE];
        long length = 0;
        int count;
        while ((count = in.read(buffer, 0, 1 + random.nextInt(buffer.length))) >= 0) {
            checksum.update(buffer, 0, count);
            length += count;
            onRead.accept(length);
        }
        return new Transfer(length, checksum.getValue());
    }

    /** Runs an action in a virtual thread. */
    public static <T> FutureTask<T> inBackground(Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(action);
        Thread.ofVirtual().start(task);
        return task;
    }
}
