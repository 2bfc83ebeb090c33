package org.gridtorrent.ccm.dataset.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import org.gridtorrent.ccm.http.Reply;

/**
 * A file on its way to one person, who is asked about again every few seconds. Its first bytes have come
 * when it is made, so that what cannot be had is still answered with a page. For one thread.
 */
final class Transfer implements Reply.Body {
    /** Well within the half a minute after which a right that was taken away has to end. */
    private static final Duration ASKED_AGAIN = Duration.ofSeconds(5);
    private static final int BUFFER_LENGTH = 256 * 1024;

    private final InputStream in;
    private final BooleanSupplier stillAllowed;
    private final InstantSource clock;
    private final byte[] buffer = new byte[BUFFER_LENGTH];
    private int filled;
    private Instant asked;

    Transfer(InputStream in, BooleanSupplier stillAllowed, InstantSource clock)
            throws IOException {
        this.in = in;
        this.stillAllowed = stillAllowed;
        this.clock = clock;
        this.asked = clock.instant();
        try {
            filled = in.read(buffer);
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        while (filled >= 0) {
            askAgain();
            out.write(buffer, 0, filled);
            filled = in.read(buffer);
        }
    }

    private void askAgain() throws IOException {
        Instant now = clock.instant();
        if (now.isBefore(asked.plus(ASKED_AGAIN))) {
            return;
        }
        if (!stillAllowed.getAsBoolean()) {
            throw new IOException("the right to the file, the session or the token has ended");
        }
        asked = now;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
