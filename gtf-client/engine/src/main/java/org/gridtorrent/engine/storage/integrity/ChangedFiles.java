package org.gridtorrent.engine.storage.integrity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.storage.files.FileLayout;
import org.gridtorrent.engine.storage.files.FileStamp;
import org.gridtorrent.engine.storage.files.Storage;
import org.gridtorrent.engine.storage.journal.PieceJournal;
import org.gridtorrent.engine.storage.journal.ResumeChecker;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Finds files that another program changed, and hashes their pieces again.
 *
 * <p>The pieces of such a file are invalidated at once; those that still match are verified again, the
 * rest is lost until its file is put right. Nothing may be unsynced when pieces are invalidated. For the
 * disk worker's thread, but for {@link #isChanged} and {@link #isAnyLost}.
 */
public final class ChangedFiles {
    private final FileLayout layout;
    private final Storage storage;
    private final PieceJournal journal;
    private final ResumeChecker resumeChecker;
    private final LostPieces lost;
    private final VerifiedPieces verified;
    private final DisputedFiles disputed;
    private final VerifiedPieces.Listener listener;
    /** Parts of them may have been written before a file was changed, and be gone. */
    private final Bitfield doubted;
    /** Files that are being quarantined; a full disk may end that before it is done. */
    private final Set<Integer> quarantined = new TreeSet<>();
    /** Invalidated pieces that are not recorded as lost and hashed again, for the same reason. */
    private final Bitfield unsettled;

    public ChangedFiles(Metainfo metainfo, Storage storage, PieceJournal journal,
            VerifiedPieces verified, DisputedFiles disputed, VerifiedPieces.Listener listener) {
        this.layout = new FileLayout(metainfo);
        this.storage = storage;
        this.journal = journal;
        this.resumeChecker = new ResumeChecker(metainfo, storage, journal);
        this.lost = new LostPieces(layout, storage);
        this.verified = verified;
        this.disputed = disputed;
        this.listener = listener;
        this.doubted = new Bitfield(metainfo.pieceCount());
        this.unsettled = new Bitfield(metainfo.pieceCount());
    }

    /** Whether a file of the piece is not as it was recorded. For any thread. */
    public boolean isChanged(int piece) throws IOException {
        boolean isChanged = false;
        for (int file : layout.filesOf(piece).toArray()) {
            isChanged |= isFileChanged(file);
        }
        return isChanged;
    }

    /** Whether the file is not as it was recorded. For any thread. */
    public boolean isFileChanged(int file) throws IOException {
        return !layout.files().get(file).isPadding() && journal.hasStamp(file)
                && !journal.isUnchanged(file, storage);
    }

    public List<Integer> allFiles() {
        return IntStream.range(0, layout.files().size()).boxed().toList();
    }

    /** The files of lost pieces that were changed since these were hashed, and are at rest. */
    public List<Integer> restoredFiles() {
        return lost.restoredFiles();
    }

    public List<Integer> changedAmong(Collection<Integer> files) throws IOException {
        var changed = new ArrayList<Integer>();
        for (int file : files) {
            if (isFileChanged(file)) {
                changed.add(file);
            }
        }
        return changed;
    }

    /** Whether pieces were invalidated and are not verified again. For any thread. */
    public boolean isAnyLost() {
        return lost.isAny();
    }

    /** Whether a file was changed while the piece came in parts; asked once. */
    public boolean takeChangedWhilePartial(int piece) {
        boolean isDoubted = doubted.has(piece);
        doubted.clear(piece);
        return isDoubted;
    }

    /** The parts of the piece are no longer as they were written: it must be downloaded again. */
    public void invalidateParts(int piece) {
        List<Integer> files = layout.filesOf(piece).boxed().toList();
        disputed.add(files);
        listener.invalidated(List.of(piece), reason(files));
    }

    /**
     * Invalidates what these files hold, and hashes it again. After a {@code DiskFullException} the next
     * call, even one without files, goes on with them.
     */
    public void quarantine(Collection<Integer> changed) throws IOException, InterruptedException {
        quarantined.addAll(changed);
        if (quarantined.isEmpty()) {
            return;
        }
        Set<Integer> files = Set.copyOf(quarantined);
        disputed.add(files);
        for (int file : files) {
            storage.reopen(file);
        }
        Bitfield suspects = layout.piecesOf(files);
        suspects.pieces().forEach(doubted::set);
        invalidate(suspects, reason(files));
        disputed.removeIf(
                file -> files.contains(file) && layout.piecesOf(file).allMatch(verified::has));
        quarantined.clear();
    }

    private InvalidationReason reason(Collection<Integer> files) {
        return new InvalidationReason.FileChanged(
                layout.files().get(files.iterator().next()).path().toString());
    }

    /** Takes out pieces that the storage dropped and does not have again. */
    public void evicted(Collection<Integer> pieces) {
        Bitfield held = journal.recordedPieces();
        var dropped = new Bitfield(held.size());
        pieces.stream().filter(piece -> !held.has(piece)).forEach(dropped::set);
        verified.invalidate(dropped, new InvalidationReason.Evicted());
    }

    /** Invalidates a piece that could not be read, and hashes it again. */
    public void recheckPiece(int piece, String detail) throws IOException, InterruptedException {
        var suspect = new Bitfield(layout.pieces().pieceCount());
        suspect.set(piece);
        invalidate(suspect, new InvalidationReason.Unreadable(piece, detail));
    }

    /** The disputed files, which are no longer so. */
    public Set<Integer> takeDisputed() {
        return disputed.take();
    }

    /**
     * Hashes once more the verified pieces of files that were disputed. Those that do not match are
     * invalidated, and their files disputed again.
     */
    public void recheckDisputed(Set<Integer> files) throws IOException, InterruptedException {
        Bitfield suspects = layout.piecesOf(files);
        Bitfield bad = verified.copy();
        bad.pieces().filter(piece -> !suspects.has(piece)).forEach(bad::clear);
        resumeChecker.rehash(bad, HashProgress.NONE).forEach(bad::clear);
        if (!bad.isEmpty() || !unsettled.isEmpty()) {
            disputed.add(files);
            invalidate(bad, reason(files));
        }
    }

    private void invalidate(Bitfield suspects, InvalidationReason reason)
            throws IOException, InterruptedException {
        verified.invalidate(suspects, reason).forEach(unsettled::set);
        List<Integer> invalidated = unsettled.pieces().boxed().toList();
        if (!invalidated.isEmpty()) {
            journal.recordLost(invalidated);
        }
        Bitfield again = lost.changedAmong(suspects);
        verified.copy().pieces().forEach(again::clear);
        invalidated.forEach(again::set);
        if (!again.isEmpty()) {
            rehash(again);
        }
        invalidated.forEach(unsettled::clear);
    }

    private void rehash(Bitfield pieces) throws IOException, InterruptedException {
        Map<Integer, Optional<FileStamp>> stamps = lost.stampsOf(pieces);
        List<Integer> good = resumeChecker.rehash(pieces, HashProgress.NONE);
        lost.rehashed(pieces, good, stamps);
        if (!good.isEmpty()) {
            verified.add(good);
        }
    }
}
