package org.gridtorrent.catalog.copy;

/**
 * How many copies are to be kept, and how many of them on machines that are always on.
 *
 * @param copies 0 of a rule that was removed
 */
public record CopyRule(int copies, int alwaysOn) {
    public static final int MOST = 100;
    public static final CopyRule NONE = new CopyRule(0, 0);

    public CopyRule {
        if (copies < 0 || copies > MOST || alwaysOn < 0 || alwaysOn > copies) {
            throw new IllegalArgumentException(
                    "no such rule: " + copies + " copies, " + alwaysOn + " always on");
        }
    }
}
