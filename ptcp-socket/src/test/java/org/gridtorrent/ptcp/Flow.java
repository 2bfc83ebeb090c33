package org.gridtorrent.ptcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Random bytes sent and received, both sides told as length and SHA-256. */
record Flow(long length, String sha256) {
    /** Writes so many bytes in pieces of random length, without closing the stream. */
    static Flow send(OutputStream out, long length, long seed) throws IOException {
        Random random = new Random(seed);
        MessageDigest digest = newDigest();
        byte[] buffer = new byte[200_000];
        for (long left = length; left > 0;) {
            int count = (int) Math.min(left, 1 + random.nextInt(buffer.length));
            random.nextBytes(buffer);
            out.write(buffer, 0, count);
            digest.update(buffer, 0, count);
            left -= count;
        }
        return new Flow(length, HexFormat.of().formatHex(digest.digest()));
    }

    /** Reads to the end in pieces of random length. */
    static Flow receive(InputStream in, long seed) throws IOException {
        Random random = new Random(seed);
        MessageDigest digest = newDigest();
        byte[] buffer = new byte[200_000];
        long length = 0;
        int count;
        while ((count = in.read(buffer, 0, 1 + random.nextInt(buffer.length))) >= 0) {
            digest.update(buffer, 0, count);
            length += count;
        }
        return new Flow(length, HexFormat.of().formatHex(digest.digest()));
    }

    /** Runs beside the test; its outcome is asked for with {@code get}. */
    static <T> FutureTask<T> beside(Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(action);
        Thread.ofVirtual().start(task);
        return task;
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
