package org.gridtorrent.bench.experiment;

/**
 * Another program as a run used it.
 *
 * @param version as it says itself
 * @param call the words of its command, addresses and folders included
 */
public record ToolUse(String tool, String version, String call) {
    String words() {
        return tool + " " + version + ": " + call;
    }
}
