package org.gridtorrent.mdtp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.gridtorrent.mdtp.file.RangeWriter;
import org.gridtorrent.mdtp.http.RangeReceiver;
import org.gridtorrent.mdtp.http.RangeResponse;
import org.gridtorrent.mdtp.http.ReplicaFault;

/**
 * One request on its way into the file.
 *
 * <p>Runs on the exchange's thread: writes the bytes, then tells the fetch's thread of them. So the server
 * waits while the disk does.
 */
final class ReplicaTransfer implements RangeReceiver {
    private final int request;
    private final RangeWriter writer;
    private final Consumer<Message> fetch;

    /** What the fetch's thread is told of a request. */
    sealed interface Message {

        int request();

        record Started(int request, RangeResponse response) implements Message {}

        record Received(int request, int count) implements Message {}

        record Completed(int request) implements Message {}

        record Unsatisfiable(int request, long fileLength) implements Message {}

        record Failed(int request, ReplicaFault fault) implements Message {}

        /** The file cannot be written. */
        record WriteFailed(int request, IOException cause) implements Message {}
    }

    ReplicaTransfer(int request, RangeWriter writer, Consumer<Message> fetch) {
        this.request = request;
        this.writer = writer;
        this.fetch = fetch;
    }

    @Override
    public void started(RangeResponse response) {
        fetch.accept(new Message.Started(request, response));
    }

    @Override
    public void received(ByteBuffer bytes) {
        int count;
        try {
            count = writer.write(bytes);
        } catch (IOException e) {
            fetch.accept(new Message.WriteFailed(request, e));
            return; // the fetch ends, and cancels the exchange
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (count > 0) {
            fetch.accept(new Message.Received(request, count));
        }
    }

    @Override
    public void completed() {
        fetch.accept(new Message.Completed(request));
    }

    @Override
    public void unsatisfiable(long fileLength) {
        fetch.accept(new Message.Unsatisfiable(request, fileLength));
    }

    @Override
    public void failed(ReplicaFault fault) {
        fetch.accept(new Message.Failed(request, fault));
    }
}
