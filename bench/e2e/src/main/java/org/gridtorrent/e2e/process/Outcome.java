package org.gridtorrent.e2e.process;

/** How a command ended: its exit status and what it wrote, without the last line's end. */
public record Outcome(String command, int status, String out, String err) {

    /** This outcome, if it ended as it should. */
    public Outcome expect(int... statuses) {
        for (var expected : statuses) {
            if (status == expected) {
                return this;
            }
        }
        throw new CheckFailure("%s ended with %d%s".formatted(command, status, said()));
    }

    private String said() {
        var words = (err.isBlank() ? out : err).strip();
        return words.isEmpty() ? "" : ", saying: " + words;
    }
}
