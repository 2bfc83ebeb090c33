package org.gridtorrent.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.MetainfoFile;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeException;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.gridtorrent.metainfo.bencode.BencodeValue.Dictionary;
import org.gridtorrent.metainfo.create.MetainfoBuilder;

/** Files made of random bytes, the metainfo of them, and their bytes one after the other. */
public record TestContent(Path directory, Metainfo metainfo, ByteBuffer bytes) {
    public static final int PIECE_LENGTH = 16 * 1024;

    /** Files of the given lengths (bytes) in a folder "content" below the directory, in pieces of 16 KiB. */
    public static TestContent make(Path directory, long seed, int... lengths) throws IOException {
        var random = new Random(seed);
        Path root = directory.resolve("content");
        for (int i = 0; i < lengths.length; i++) {
            byte[] data = new byte[lengths[i]];
            random.nextBytes(data);
            Path file = root.resolve("folder%d".formatted(i % 3)).resolve("file%03d".formatted(i));
            Files.createDirectories(root.resolve("folder%d".formatted(i % 3)));
            Files.write(file, data);
        }
        return of(directory, root);
    }

    /** One file "content" in the directory, of the length (bytes), in pieces of 16 KiB. */
    public static TestContent makeFile(Path directory, long seed, int length) throws IOException {
        byte[] data = new byte[length];
        new Random(seed).nextBytes(data);
        return of(directory, Files.write(directory.resolve("content"), data));
    }

    /** Of the root in the directory: a file, or a folder with all files below it. */
    public static TestContent of(Path directory, Path root) throws IOException {
        try {
            Metainfo metainfo = new MetainfoBuilder(root).pieceLength(PIECE_LENGTH).build()
                    .metainfo();
            ByteBuffer bytes = ByteBuffer.allocate((int) metainfo.totalLength());
            for (MetainfoFile file : metainfo.files()) {
                bytes.put(Files.readAllBytes(file.path().under(directory)));
            }
            return new TestContent(directory, metainfo, bytes.flip().asReadOnlyBuffer());
        } catch (MetainfoException e) {
            throw new IOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** The same files in pieces of another length, which need be no power of two. */
    public TestContent inPieces(int pieceLength) throws IOException {
        var layout = new PieceLayout(metainfo.totalLength(), pieceLength);
        ByteBuffer hashes = ByteBuffer.allocate(layout.pieceCount() * Metainfo.HASH_LENGTH);
        MessageDigest digest = metainfo.pieceHashAlgorithm().newDigest();
        for (int piece = 0; piece < layout.pieceCount(); piece++) {
            digest.update(bytes.slice((int) layout.pieceOffset(piece), layout.pieceLength(piece)));
            hashes.put(digest.digest());
        }
        byte[] info = new byte[metainfo.infoBytes().remaining()];
        metainfo.infoBytes().get(info);
        try {
            var entries = new TreeMap<>(((Dictionary) Bencode.decode(info)).entries());
            entries.put(BencodeValue.of("piece length"), BencodeValue.of(pieceLength));
            entries.put(BencodeValue.of("pieces"), BencodeValue.of(hashes.array()));
            byte[] changed = Bencode.encode(Bencode.dictionaryByBytes(entries));
            return new TestContent(directory, Metainfo.ofInfo(changed, List.of()), bytes);
        } catch (BencodeException | MetainfoException e) {
            throw new IOException(e);
        }
    }

    /** The piece's bytes. */
    public ByteBuffer piece(int piece) {
        var layout = new PieceLayout(metainfo.totalLength(), metainfo.pieceLength());
        return bytes.slice((int) layout.pieceOffset(piece), layout.pieceLength(piece));
    }

    /** The same files must lie below this directory. */
    public void assertIn(Path other) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(other.resolve(directory.relativize(file)))
                        .hasSameBinaryContentAs(file);
            }
        }
    }
}
