package org.gridtorrent.client.task;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gridtorrent.client.disk.DurableFile;

/**
 * The folders that the machine's owner opened: the site may have things published from them and
 * downloaded into them, and from nowhere else.
 *
 * <p>The file is read each time, so that a change holds at once; one absolute path a line.
 */
public final class OpenedFolders {
    private static final int MOST_REPORTED = 500;

    private final Path file;

    public OpenedFolders(Path file) {
        this.file = file;
    }

    public List<Path> all() throws IOException {
        String text = new String(DurableFile.read(file).orElse(new byte[0]),
                StandardCharsets.UTF_8);
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).map(Path::of)
                .toList();
    }

    /** Opens a folder, or a single file; links in its path are resolved. */
    public Path open(Path folder) throws IOException {
        Path real = folder.toRealPath();
        if (real.toString().contains("\n")) {
            throw new IllegalArgumentException("a line break in a folder's name");
        }
        Set<Path> folders = new LinkedHashSet<>(all());
        if (folders.add(real)) {
            save(folders);
        }
        return real;
    }

    /** False when it was not open. */
    public boolean close(Path folder) throws IOException {
        Set<Path> folders = new LinkedHashSet<>(all());
        boolean removed = folders.remove(folder.toAbsolutePath().normalize());
        if (!removed && Files.exists(folder)) {
            removed = folders.remove(folder.toRealPath());
        }
        if (removed) {
            save(folders);
        }
        return removed;
    }

    private void save(Set<Path> folders) throws IOException {
        StringBuilder text = new StringBuilder();
        folders.forEach(folder -> text.append(folder).append('\n'));
        DurableFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Whether the path, its links resolved, lies in an opened folder. */
    public boolean cover(Path real) throws IOException {
        return all().stream().anyMatch(real::startsWith);
    }

    /** The opened folders and what lies directly in them, for the pages to offer. */
    public List<String> offered() throws IOException {
        List<String> offered = new ArrayList<>();
        for (Path folder : all()) {
            offered.add(folder.toString());
            if (Files.isDirectory(folder)) {
                addChildren(folder, offered);
            }
        }
        return offered.subList(0, Math.min(offered.size(), MOST_REPORTED));
    }

    private static void addChildren(Path folder, List<String> offered) {
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            for (Path child : children) {
                if (offered.size() >= MOST_REPORTED) {
                    return;
                }
                if (!child.getFileName().toString().startsWith(".")) {
                    offered.add(child.toString());
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // A folder that cannot be listed is still offered by its own name.
        }
    }
}
