package org.gridtorrent.client.tracker;

/** How a task stands, for the tracker to keep and people to read. Lengths in bytes. */
public record Report(String taskId, State state, long done, long total, long bytesPerSecond,
        int peers,
        String message) {
    /** As in the WSDL: the last three are final. */
    public enum State {
        WAITING, RUNNING, DONE, FAILED, CANCELLED;

        public boolean isFinal() {
            return this != WAITING && this != RUNNING;
        }
    }
}
