package org.gridtorrent.metainfo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.metainfo.BencodeValue.Dictionary;

/**
 * The files as the v2 part of a hybrid has them (BEP 52): nested dictionaries of names, a file's own under an
 * empty name. A hybrid whose two parts have not the same files is refused, as the BEP asks: peers of
 * either version would fetch something else.
 */
final class FileTree {
    private static final String LEAF = "";

    private final Map<SafePath, Leaf> leaves = new HashMap<>();

    private record Leaf(long length, Optional<PiecesRoot> root) {}

    private FileTree() {}

    /** @param above the names of the folder that the tree is in; none for a single file */
    static FileTree read(Dictionary tree, List<String> above) throws MetainfoException {
        var read = new FileTree();
        read.add(tree, new ArrayList<>(above));
        return read;
    }

    private void add(Dictionary folder, List<String> path) throws MetainfoException {
        for (var entry : folder.entries().entrySet()) {
            String name = entry.getKey().utf8().orElseThrow(
                    () -> new MetainfoException("its file tree has a name that is not UTF-8"));
            if (!(entry.getValue() instanceof Dictionary below)) {
                throw new MetainfoException("its file tree has an entry that is no dictionary");
            }
            if (name.equals(LEAF)) {
                leaves.put(SafePath.of(path), leaf(below));
            } else {
                path.addLast(name);
                add(below, path);
                path.removeLast();
            }
        }
    }

    private static Leaf leaf(Dictionary file) throws MetainfoException {
        long length = file.integer("length").orElseThrow(
                () -> new MetainfoException("its file tree has a file without a length"));
        Optional<byte[]> root = file.text("pieces root").map(BencodeValue.Text::bytes);
        boolean fits = root.isPresent()
                ? root.get().length == HashAlgorithm.SHA_256.length()
                : length == 0;
        if (!fits) {
            throw new MetainfoException("its file tree has a file without a root of 32 bytes");
        }
        return new Leaf(length, root.map(PiecesRoot::of));
    }

    /** The files of the v1 part with their roots. */
    List<MetainfoFile> rooted(List<MetainfoFile> files) throws MetainfoException {
        List<MetainfoFile> rooted = new ArrayList<>(files.size());
        int found = 0;
        for (MetainfoFile file : files) {
            if (file.padding()) {
                rooted.add(file);
                continue;
            }
            Leaf leaf = leaves.get(file.path());
            if (leaf == null || leaf.length != file.length()) {
                throw new MetainfoException(
                        "its parts for BitTorrent v1 and v2 differ at \"%s\"".formatted(
                                DisplayText.of(file.path().toString())));
            }
            rooted.add(file.withRoot(leaf.root));
            found++;
        }
        if (found != leaves.size()) {
            throw new MetainfoException(
                    "its part for BitTorrent v2 has %d files, that for v1 %d".formatted(
                            leaves.size(), found));
        }
        return List.copyOf(rooted);
    }
}
