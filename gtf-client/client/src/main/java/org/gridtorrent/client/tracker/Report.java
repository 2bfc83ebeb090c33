package org.gridtorrent.client.tracker;

import java.util.List;

/**
 * How a task stands, for the tracker to keep and people to read. Lengths in bytes.
 *
 * @param lease the assignment's
 * @param problem why it failed, else NONE
 * @param files those that are not good
 */
public record Report(String taskId, State state, long done, long total, long bytesPerSecond,
        int peers, String message, long lease, Problem problem, List<BadFile> files) {
    /** As in the WSDL: the last three are final. */
    public enum State {
        WAITING, RUNNING, DONE, FAILED, CANCELLED;

        public boolean isFinal() {
            return this != WAITING && this != RUNNING;
        }
    }

    /** A file of the content that is missing, damaged or unproven. */
    public record BadFile(String path, String state, String reason) {}
}
