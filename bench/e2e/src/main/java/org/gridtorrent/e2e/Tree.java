package org.gridtorrent.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gridtorrent.e2e.process.CheckFailure;

/** A folder's files by their relative path, each with length and SHA-256; links count as what they lead to. */
public record Tree(Map<String, Entry> files) {
    private static final int BUFFER_LENGTH = 1 << 20;

    /** A file's length in bytes and its SHA-256 in hexadecimal. */
    public record Entry(long length, String sha256) {}

    /** Reads all of {@code folder}, on every core. */
    public static Tree of(Path folder) {
        try (var walk = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
            var paths = walk.filter(Files::isRegularFile).toList();
            return new Tree(new TreeMap<>(paths.parallelStream()
                    .collect(Collectors.toMap(path -> folder.relativize(path).toString(),
                            Tree::read))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Tree withoutEmptyFiles() {
        Map<String, Entry> rest = new TreeMap<>(files);
        rest.values().removeIf(file -> file.length() == 0);
        return new Tree(rest);
    }

    public long totalLength() {
        return files.values().stream().mapToLong(Entry::length).sum();
    }

    /** Says what is wrong if {@code copy} is not exactly these files. */
    public void expectSame(Tree copy) {
        var names = new TreeSet<>(files.keySet());
        names.addAll(copy.files.keySet());
        for (var name : names) {
            var mine = files.get(name);
            var theirs = copy.files.get(name);
            if (mine == null) {
                throw new CheckFailure("the copy has a file too many: " + name);
            }
            if (theirs == null) {
                throw new CheckFailure("the copy lacks " + name);
            }
            if (!mine.equals(theirs)) {
                throw new CheckFailure(
                        "the copy of %s differs: %s instead of %s".formatted(name, theirs, mine));
            }
        }
    }

    /**
     * Copies {@code folder} into {@code target}, links as links; but a link that leads out of
     * {@code whole}, the tree that is copied, arrives as the file that it leads to.
     */
    public static void copy(Path whole, Path folder, Path target) {
        try (var walk = Files.walk(folder)) {
            for (var source : (Iterable<Path>) walk::iterator) {
                copyOne(whole, source, target.resolve(folder.relativize(source)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copyOne(Path whole, Path source, Path target) throws IOException {
        if (Files.isDirectory(source, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(target);
        } else if (Files.isSymbolicLink(source)
                && source.toRealPath().startsWith(whole.toRealPath())) {
            Files.copy(source, target, LinkOption.NOFOLLOW_LINKS);
        } else {
            Files.copy(source, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static Entry read(Path file) {
        try (var in = Files.newInputStream(file)) {
            var digest = MessageDigest.getInstance("SHA-256");
            var buffer = new byte[BUFFER_LENGTH];
            long length = 0;
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
                length += n;
            }
            return new Entry(length, HexFormat.of().formatHex(digest.digest()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
