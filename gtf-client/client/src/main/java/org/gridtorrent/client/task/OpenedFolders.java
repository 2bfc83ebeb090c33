package org.gridtorrent.client.task;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gridtorrent.client.disk.StateFile;

/**
 * The folders that the machine's owner opened: the site may have things published from them and
 * downloaded into them, and from nowhere else. What the owner published by command from elsewhere may
 * be published again, as a next version, and nothing beside it.
 *
 * <p>The files are read each time, so that a change holds at once; one absolute path a line. A damaged one
 * opens nothing.
 */
public final class OpenedFolders {
    private static final String LOSS = "open the folders again: gridtorrent folder open DIR";

    private final Path file;
    private final Path published;

    public OpenedFolders(Path file) {
        this.file = file;
        this.published = file.resolveSibling(file.getFileName() + "-published");
    }

    public List<Path> all() throws IOException {
        return read(file);
    }

    private static List<Path> read(Path file) throws IOException {
        String text = new String(StateFile.read(file, LOSS).orElse(new byte[0]),
                StandardCharsets.UTF_8);
        List<String> lines = text.lines().map(String::strip).filter(line -> !line.isEmpty())
                .toList();
        if (!lines.stream().allMatch(line -> line.startsWith("/"))) {
            StateFile.setAside(file, "a line of it is no path", LOSS);
            return List.of();
        }
        return lines.stream().map(Path::of).toList();
    }

    /** Opens a folder, or a single file; links in its path are resolved. */
    public Path open(Path folder) throws IOException {
        return add(folder, file);
    }

    /** Lets this be published, without opening it; links in its path are resolved. */
    public Path letPublish(Path path) throws IOException {
        return cover(path.toRealPath()) ? path.toRealPath() : add(path, published);
    }

    private static Path add(Path path, Path file) throws IOException {
        Path real = path.toRealPath();
        if (real.toString().contains("\n")) {
            throw new IllegalArgumentException("a line break in a folder's name");
        }
        Set<Path> paths = new LinkedHashSet<>(read(file));
        if (paths.add(real)) {
            save(paths, file);
        }
        return real;
    }

    /** False when it was not open, nor was it published by command. */
    public boolean close(Path folder) throws IOException {
        boolean wasOpen = remove(folder, file);
        boolean wasPublished = remove(folder, published);
        return wasOpen || wasPublished;
    }

    private static boolean remove(Path folder, Path file) throws IOException {
        Set<Path> folders = new LinkedHashSet<>(read(file));
        boolean removed = folders.remove(folder.toAbsolutePath().normalize());
        if (!removed && Files.exists(folder)) {
            removed = folders.remove(folder.toRealPath());
        }
        if (removed) {
            save(folders, file);
        }
        return removed;
    }

    private static void save(Set<Path> folders, Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        folders.forEach(folder -> text.append(folder).append('\n'));
        StateFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Whether the path, its links resolved, lies in an opened folder. */
    public boolean cover(Path real) throws IOException {
        return all().stream().anyMatch(real::startsWith);
    }

    /** Whether the path, its links resolved, may be published. */
    public boolean mayPublish(Path real) throws IOException {
        return cover(real) || read(published).contains(real);
    }
}
