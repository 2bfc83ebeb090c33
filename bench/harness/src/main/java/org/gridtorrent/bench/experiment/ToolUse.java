package org.gridtorrent.bench.experiment;

/**
 * Use of another program in a run.
 *
 * @param version as it says itself
 * @param call the words of its command, addresses and folders included
 */
public record ToolUse(String tool, String version, String call) {
    String describe() {
        return tool + " " + version + ": " + call;
    }
}
