package org.gridtorrent.ccm.device;

import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.ccm.ui.DeviceLine;

/**
 * A folder of one of the viewer's machines, as the machine says that it is now.
 *
 * @param folder empty for the list of those that are open
 * @param state {@code listed}, or why nothing is: {@code offline}, {@code waiting}, {@code closed},
 *     {@code missing}, {@code unreadable}
 * @param question the one that is not answered yet; empty otherwise
 * @param total how many entries the folder has
 */
public record BrowseView(DeviceLine machine, String folder, String state, String question,
        List<Line> lines, int total, int page, int pages, BrowsePurpose purpose) {

    public BrowseView(DeviceLine machine, String folder, String state, String question,
            List<Line> lines, int total, int page, int pages) {
        this(machine, folder, state, question, lines, total, page, pages,
                BrowsePurpose.publishing(""));
    }

    public BrowseView with(BrowsePurpose other) {
        return new BrowseView(machine, folder, state, question, lines, total, page, pages, other);
    }

    /** A file or a folder in it. */
    public record Line(String name, String path, boolean folder, long length) {}

    /** A folder on the way to the one shown. */
    public record Crumb(String name, String path) {}

    /** From the folder that was opened to the one shown. */
    public List<Crumb> crumbs() {
        String root = machine.folders().stream()
                .filter(open -> folder.equals(open) || folder.startsWith(below(open)))
                .min((one, other) -> Integer.compare(one.length(), other.length()))
                .orElse(folder);
        List<Crumb> crumbs = new ArrayList<>();
        if (!folder.isEmpty()) {
            crumbs.add(new Crumb(root, root));
            int start = below(root).length();
            while (start < folder.length()) {
                int next = folder.indexOf(separator(folder), start);
                int end = next < 0 ? folder.length() : next;
                crumbs.add(new Crumb(folder.substring(start, end), folder.substring(0, end)));
                start = end + 1;
            }
        }
        return crumbs;
    }

    /** What every path in the folder begins with, in its machine's notation. */
    public static String below(String folder) {
        String separator = separator(folder);
        return folder.isEmpty() || folder.endsWith(separator) ? folder : folder + separator;
    }

    private static String separator(String path) {
        return path.startsWith("/") || !path.contains("\\") ? "/" : "\\";
    }

    public String link(String path, int number) {
        return purpose.browse(machine.id()) + "&folder=" + BrowsePurpose.escaped(path)
                + (number > 1 ? "&page=" + number : "");
    }

    /** This page again, for the answer to the question that was put already. */
    public String again() {
        return link(folder, page) + (question.isEmpty() ? "" : "&asked=" + question);
    }

    /** Goes on with publishing it. */
    public String choice(String path) {
        return purpose.choice(machine.id(), path);
    }
}
