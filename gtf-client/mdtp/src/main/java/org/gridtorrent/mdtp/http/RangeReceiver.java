package org.gridtorrent.mdtp.http;

import java.nio.ByteBuffer;

/**
 * Takes what a ranged GET brings.
 *
 * <p>The methods are called one after another, {@link #started} first, and one of {@link #completed}, {@link
 * #unsatisfiable} and {@link #failed} last. After {@link RangeExchange#cancel} at most a call that is under
 * way comes to its end.
 */
public interface RangeReceiver {

    /** The response's header was checked; bytes follow. */
    void started(RangeResponse response);

    /** Takes the next bytes, all of them; the buffer is used again. May block: the server then waits, by TCP. */
    void received(ByteBuffer bytes);

    /** The range arrived, up to where it was shortened to. */
    void completed();

    /** The range begins behind the file's end. */
    void unsatisfiable(long fileLength);

    /** The request failed; bytes that were handed on before are of the range, from its start on. */
    void failed(ReplicaFault fault);
}
