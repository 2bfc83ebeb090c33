package org.gridtorrent.engine.storage.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.storage.PieceStore;
import org.gridtorrent.engine.storage.RecordingListener;
import org.gridtorrent.engine.storage.StoreLimits;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.storage.journal.ResumeJournal;
import org.gridtorrent.metainfo.HashProgress;

/** Program that submits pieces to a store while its process has no file descriptor left. */
public final class DescriptorShortage {
    private static final StoreLimits LIMITS = new StoreLimits(64 << 20, Duration.ofHours(1),
            1 << 20, Duration.ofMillis(5));

    private DescriptorShortage() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        TestContent content = TestContent.make(folder.resolve("source"), 5, 40_000, 100_000,
                16_384);
        // Loads the classes that could not be loaded without a descriptor.
        try (PieceStore before = open(content, folder, "before")) {
            submitAll(content, before).get(20, TimeUnit.SECONDS);
        }
        try (PieceStore store = open(content, folder, "short")) {
            List<FileChannel> taken = exhaust();
            CompletableFuture<Void> kept = submitAll(content, store);
            awaitPause(kept);
            for (FileChannel each : taken) {
                each.close();
            }
            kept.get(20, TimeUnit.SECONDS);
            if (!store.verified().isComplete()) {
                throw new AssertionError(store.verified().count() + " pieces are verified");
            }
        }
        content.assertIn(folder.resolve("short"));
        System.out.println("kept");
    }

    private static PieceStore open(TestContent content, Path folder, String name)
            throws Exception {
        return PieceStore.open(content.metainfo(),
                FileStorage.writable(content.metainfo(), folder.resolve(name)),
                ResumeJournal.open(folder.resolve("journal of " + name), content.metainfo()),
                LIMITS, new RecordingListener(), HashProgress.NONE);
    }

    private static CompletableFuture<Void> submitAll(TestContent content, PieceStore store) {
        for (int piece = 0; piece < content.metainfo().pieceCount(); piece++) {
            var data = content.piece(piece);
            store.submit(new Block(piece, 0, data.remaining()), data, () -> {});
        }
        return store.flush();
    }

    private static List<FileChannel> exhaust() throws IOException {
        List<FileChannel> taken = new ArrayList<>();
        try {
            while (true) {
                taken.add(FileChannel.open(Path.of("/dev/null"), StandardOpenOption.READ));
            }
        } catch (FileSystemException e) {
            return taken;
        }
    }

    private static void awaitPause(CompletableFuture<Void> kept) {
        while (!kept.isDone()
                && Thread.getAllStackTraces().values().stream().flatMap(Arrays::stream)
                        .noneMatch(frame -> frame.getClassName()
                                .equals(FileDescriptors.class.getName())
                                && frame.getMethodName().equals("pause"))) {
            Thread.onSpinWait();
        }
    }
}
