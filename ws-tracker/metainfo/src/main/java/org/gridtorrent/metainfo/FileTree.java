package org.gridtorrent.metainfo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.gridtorrent.metainfo.bencode.BencodeValue.Dictionary;

/**
 * File tree of a hybrid's v2 part (BEP 52).
 *
 * <p>Nested dictionaries of names; the properties of a file are under an empty name. A hybrid whose two
 * parts list different files is refused, as the BEP asks: v1 and v2 peers would download different files.
 */
final class FileTree {
    private static final String LEAF = "";

    private final Map<SafePath, Leaf> leaves = new HashMap<>();

    private record Leaf(long length, Optional<PiecesRoot> root) {}

    private FileTree() {}

    /** @param parents names of the folders that the tree is in; none for a single file */
    static FileTree read(Dictionary tree, List<String> parents) throws MetainfoException {
        var read = new FileTree();
        read.add(tree, new ArrayList<>(parents));
        return read;
    }

    private void add(Dictionary folder, List<String> path) throws MetainfoException {
        for (var entry : folder.entries().entrySet()) {
            String name = entry.getKey().utf8().orElseThrow(
                    () -> new MetainfoException("its file tree has a name that is not UTF-8"));
            if (!(entry.getValue() instanceof Dictionary child)) {
                throw new MetainfoException("its file tree has an entry that is no dictionary");
            }
            if (name.equals(LEAF)) {
                leaves.put(SafePath.of(path), leaf(child));
            } else {
                path.addLast(name);
                add(child, path);
                path.removeLast();
            }
        }
    }

    private static Leaf leaf(Dictionary file) throws MetainfoException {
        long length = file.integer("length").orElseThrow(
                () -> new MetainfoException("its file tree has a file without a length"));
        Optional<byte[]> root = file.byteString("pieces root").map(BencodeValue.ByteString::bytes);
        boolean fits = root.isPresent()
                ? root.get().length == HashAlgorithm.SHA_256.length()
                : length == 0;
        if (!fits) {
            throw new MetainfoException("its file tree has a file without a root of 32 bytes");
        }
        return new Leaf(length, root.map(PiecesRoot::of));
    }

    /** The files of the v1 part, with their roots. */
    List<MetainfoFile> withRoots(List<MetainfoFile> files) throws MetainfoException {
        List<MetainfoFile> complete = new ArrayList<>(files.size());
        int found = 0;
        for (MetainfoFile file : files) {
            if (file.isPadding()) {
                complete.add(file);
                continue;
            }
            Leaf leaf = leaves.get(file.path());
            if (leaf == null || leaf.length != file.length()) {
                throw new MetainfoException(
                        "its parts for BitTorrent v1 and v2 differ at \"%s\"".formatted(
                                DisplayText.escape(file.path().toString())));
            }
            complete.add(file.withRoot(leaf.root));
            found++;
        }
        if (found != leaves.size()) {
            throw new MetainfoException(
                    "its part for BitTorrent v2 has %d files, that for v1 %d".formatted(
                            leaves.size(), found));
        }
        return List.copyOf(complete);
    }
}
