package org.gridtorrent.fuse;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.gridtorrent.fuse.PendingRequests.Pending;
import org.gridtorrent.fuse.protocol.Attributes;
import org.gridtorrent.fuse.protocol.DirectoryPage;
import org.gridtorrent.fuse.protocol.MalformedRequestException;
import org.gridtorrent.fuse.protocol.Replies;
import org.gridtorrent.fuse.protocol.Request;
import org.gridtorrent.fuse.protocol.RequestDecoder;
import org.gridtorrent.fuse.protocol.RequestHeader;
import org.gridtorrent.fuse.system.Errno;
import org.gridtorrent.fuse.system.ErrnoException;
import org.gridtorrent.fuse.system.FuseDevice;

/**
 * Answers the kernel's requests from the file system's nodes.
 *
 * <p>{@link #handle} is called by the threads that read requests. It never waits, but for room for writes: these
 * hold 32 MiB at most, so that a local disk that hangs takes no more memory.
 */
final class Session {
    private static final int WRITES_IN_PROGRESS = 32 * 1024 * 1024;
    private static final int RENAME_NOREPLACE = 1;
    private static final int EXCLUSIVE = 0200;
    private static final int PERMISSIONS = 07777;
    private static final int MAY_WRITE = 2;
    private static final int MAY_EXECUTE = 1;
    /** A listing's page is at least the kernel's smallest, and no longer than it ever asks for. */
    private static final int MAX_PAGE = 1024 * 1024;

    private final FuseDevice device;
    private final FileSystem fileSystem;
    private final Consumer<Throwable> failures;
    private final InodeTable inodes;
    private final HandleTable<OpenFile> files = new HandleTable<>();
    private final HandleTable<DirectoryListing> listings = new HandleTable<>();
    private final PendingRequests pending = new PendingRequests();
    private final Semaphore writeRoom = new Semaphore(WRITES_IN_PROGRESS);
    private volatile boolean ending;

    /** @param failures takes what should not happen, such as an exception that is no {@link IOException} */
    Session(FuseDevice device, FileSystem fileSystem, Consumer<Throwable> failures) {
        this.device = device;
        this.fileSystem = fileSystem;
        this.failures = failures;
        inodes = new InodeTable(fileSystem.root());
    }

    InodeTable inodes() {
        return inodes;
    }

    /** Body of an answer, and how to take back what it says when nobody gets it. */
    private record Answer(MemorySegment body, Runnable undo) {
        static final Answer DONE = new Answer(MemorySegment.NULL);

        Answer(MemorySegment body) {
            this(body, () -> {});
        }
    }

    /** Work for a request; what it allocates is there until the answer is written. */
    @FunctionalInterface
    private interface Work {
        Answer run(Arena memory) throws IOException, InterruptedException;
    }

    void handle(MemorySegment message) {
        try {
            RequestHeader header = RequestHeader.decode(message);
            try {
                dispatch(header, RequestDecoder.decode(header, message));
            } catch (MalformedRequestException e) {
                replyError(header.unique(), e.errno());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                replyError(header.unique(), Errno.EINTR);
            }
        } catch (MalformedRequestException e) {
            failures.accept(e);
        }
    }

    private void dispatch(RequestHeader header, Request request) throws InterruptedException {
        long unique = header.unique();
        switch (request) {
            case Request.Forget forget -> forget.references()
                    .forEach(each -> inodes.forget(each.nodeId(), each.count()));
            case Request.Interrupt interrupt -> interrupt(unique, interrupt.unique());
            case Request.Unknown _ -> replyError(unique, Errno.ENOSYS);
            case Request.Init init -> init(unique, init);
            case Request.Destroy _ -> reply(unique, MemorySegment.NULL);
            case Request.Read read -> read(unique, read);
            case Request.Write write -> write(unique, write);
            case Request.Release release -> finish(unique, _ -> {
                Optional<OpenFile> file = files.remove(release.handle());
                if (file.isPresent()) {
                    file.get().close();
                }
                return Answer.DONE;
            });
            case Request.ReleaseDirectory release -> {
                listings.remove(release.handle());
                reply(unique, MemorySegment.NULL);
            }
            case Request.Flush flush -> finish(unique, _ -> {
                files.get(flush.handle()).flush();
                return Answer.DONE;
            });
            case Request.Sync sync -> finish(unique, _ -> {
                files.get(sync.handle()).sync(sync.dataOnly());
                return Answer.DONE;
            });
            case Request.SetAttributes set -> finish(unique, memory -> setAttributes(memory,
                    node(header), set));
            case Request.Create create -> finish(unique, memory -> create(memory,
                    header, create));
            case Request.MakeDirectory make -> finish(unique, memory -> entry(memory,
                    directory(header).createDirectory(make.name(), make.mode() & PERMISSIONS)));
            case Request.MakeLink make -> finish(unique, memory -> entry(memory,
                    directory(header).createLink(make.name(), make.target())));
            case Request.Unlink unlink -> finish(unique, _ -> {
                directory(header).unlink(unlink.name());
                return Answer.DONE;
            });
            case Request.RemoveDirectory remove -> finish(unique, _ -> {
                directory(header).removeDirectory(remove.name());
                return Answer.DONE;
            });
            case Request.Rename rename -> finish(unique, _ -> rename(directory(header), rename));
            case Request.Lookup lookup -> await(unique, memory -> lookup(memory,
                    directory(header), lookup.name()));
            case Request.GetAttributes _ -> await(unique, memory -> attributes(memory,
                    node(header)));
            case Request.ReadLink _ -> await(unique, memory -> readLink(memory, node(header)));
            case Request.Open open -> await(unique, memory -> open(memory, header, open));
            case Request.OpenDirectory _ -> await(unique, memory -> openDirectory(memory,
                    directory(header)));
            case Request.ReadDirectory read -> await(unique, memory -> readDirectory(memory,
                    read));
            case Request.Access access -> await(unique, _ -> {
                node(header).checkAccess((access.mask() & MAY_WRITE) != 0,
                        (access.mask() & MAY_EXECUTE) != 0);
                return Answer.DONE;
            });
            case Request.FileSystemStatistics _ -> await(unique, memory -> new Answer(
                    Replies.statistics(memory, fileSystem.statistics())));
        }
    }

    private void init(long unique, Request.Init init) {
        boolean tooOld = init.major() < Replies.MAJOR
                || (init.major() == Replies.MAJOR && init.minor() < Replies.OLDEST_MINOR);
        if (tooOld) {
            failures.accept(new IOException("the kernel speaks FUSE %d.%d; 7.%d or newer is needed"
                    .formatted(init.major(), init.minor(), Replies.OLDEST_MINOR)));
            replyError(unique, Errno.EPROTO);
            return;
        }
        try (Arena memory = Arena.ofConfined()) {
            reply(unique, init.major() > Replies.MAJOR
                    ? Replies.version(memory)
                    : Replies.init(memory, init));
        }
    }

    /** Unless the request was answered; when another thread has not begun it yet, the kernel says it again. */
    private void interrupt(long unique, long interrupted) {
        if (!pending.giveUp(interrupted, Errno.EINTR)) {
            replyError(unique, Errno.EAGAIN);
        }
    }

    private void read(long unique, Request.Read read) {
        if (ending) {
            replyError(unique, Errno.ENOTCONN);
            return;
        }
        CompletableFuture<ReadData> data;
        try {
            data = files.get(read.handle()).read(read.offset(), read.length());
        } catch (ErrnoException e) {
            replyError(unique, e.errno());
            return;
        }
        if (data.isDone()) {
            answerRead(unique, data);
            return;
        }
        Pending waiting = pending.add(unique, (request, errno) -> {
            replyError(request, errno);
            data.cancel(false);
        });
        var _ = data.whenComplete((bytes, _) -> {
            if (waiting.claim()) {
                answerRead(unique, data);
            } else if (bytes != null) {
                bytes.release().run();
            }
        });
        if (ending) {
            pending.giveUp(unique, Errno.ENOTCONN);
        }
    }

    /** @param data is complete */
    private void answerRead(long unique, CompletableFuture<ReadData> data) {
        ReadData bytes;
        try {
            bytes = data.join();
        } catch (CompletionException | CancellationException e) {
            replyError(unique, errno(e.getCause() == null ? e : e.getCause()));
            return;
        }
        reply(unique, bytes.bytes());
        bytes.release().run();
    }

    private void write(long unique, Request.Write write) throws InterruptedException {
        int length = (int) write.data().byteSize();
        writeRoom.acquire(length);
        ByteBuffer data = ByteBuffer.wrap(write.data().toArray(ValueLayout.JAVA_BYTE));
        finish(unique, memory -> {
            try {
                files.get(write.handle()).write(write.offset(), data);
                return new Answer(Replies.written(memory, length));
            } finally {
                writeRoom.release(length);
            }
        });
    }

    private Node node(RequestHeader header) throws ErrnoException {
        return inodes.node(header.nodeId()).orElseThrow(() -> new ErrnoException(Errno.ESTALE));
    }

    private DirectoryNode directory(RequestHeader header) throws ErrnoException {
        return directory(node(header));
    }

    private static DirectoryNode directory(Node node) throws ErrnoException {
        if (node instanceof DirectoryNode directory) {
            return directory;
        }
        throw new ErrnoException(Errno.ENOTDIR);
    }

    private Answer lookup(Arena memory, DirectoryNode parent, String name)
            throws IOException, InterruptedException {
        Node found = parent.lookup(name).orElse(null);
        return found == null
                ? new Answer(Replies.noEntry(memory, parent.validity()))
                : entry(memory, found);
    }

    private Answer entry(Arena memory, Node node) throws IOException {
        Attributes attributes;
        try {
            attributes = node.attributes();
        } catch (InterruptedException e) {
            throw new ErrnoException(Errno.EINTR);
        }
        long id = inodes.remember(node);
        return new Answer(Replies.entry(memory, id, attributes, node.validity()),
                () -> inodes.forget(id, 1));
    }

    /** The kernel knows the node, so one that is gone is stale. */
    private static Answer attributes(Arena memory, Node node)
            throws IOException, InterruptedException {
        try {
            return new Answer(Replies.attributes(memory, node.attributes(), node.validity()));
        } catch (NoSuchFileException e) {
            throw new ErrnoException(Errno.ESTALE);
        }
    }

    private Answer setAttributes(Arena memory, Node node, Request.SetAttributes set)
            throws IOException, InterruptedException {
        OptionalLong size = set.change().size();
        try {
            if (size.isPresent() && set.handle().isPresent()) {
                files.get(set.handle().getAsLong()).truncate(size.getAsLong());
                node.change(set.change().withoutSize());
            } else {
                node.change(set.change());
            }
        } catch (NoSuchFileException e) {
            throw new ErrnoException(Errno.ESTALE);
        }
        return attributes(memory, node);
    }

    private static Answer readLink(Arena memory, Node node)
            throws IOException, InterruptedException {
        if (node instanceof LinkNode link) {
            return new Answer(Replies.text(memory, link.target()));
        }
        throw new ErrnoException(Errno.EINVAL);
    }

    private Answer open(Arena memory, RequestHeader header, Request.Open open)
            throws IOException, InterruptedException {
        Node node = node(header);
        if (!(node instanceof FileNode file)) {
            throw new ErrnoException(node instanceof DirectoryNode ? Errno.EISDIR : Errno.ELOOP);
        }
        return opened(memory, file.open(OpenMode.of(open.flags()), header.pid()),
                MemorySegment.NULL, () -> {});
    }

    private Answer opened(Arena memory, OpenFile file, MemorySegment before, Runnable undo) {
        long handle = files.add(file);
        MemorySegment open = Replies.open(memory, handle, file.keepsCache());
        MemorySegment body = memory.allocate(before.byteSize() + open.byteSize(), Long.BYTES);
        body.copyFrom(before);
        body.asSlice(before.byteSize()).copyFrom(open);
        return new Answer(body, () -> {
            undo.run();
            files.remove(handle).ifPresent(this::closeQuietly);
        });
    }

    private void closeQuietly(OpenFile file) {
        try {
            file.close();
        } catch (IOException e) {
            failures.accept(e);
        }
    }

    private Answer create(Arena memory, RequestHeader header, Request.Create create)
            throws IOException, InterruptedException {
        FileNode node = directory(header).createFile(create.name(), create.mode() & PERMISSIONS,
                (create.flags() & EXCLUSIVE) != 0);
        OpenFile file = node.open(OpenMode.of(create.flags()), header.pid());
        Answer entry = entry(memory, node);
        return opened(memory, file, entry.body(), entry.undo());
    }

    private Answer rename(DirectoryNode parent, Request.Rename rename) throws IOException {
        if ((rename.flags() & ~RENAME_NOREPLACE) != 0) {
            throw new ErrnoException(Errno.EINVAL);
        }
        Node newParent = inodes.node(rename.newParent())
                .orElseThrow(() -> new ErrnoException(Errno.ESTALE));
        parent.rename(rename.name(), directory(newParent), rename.newName(), rename.flags() == 0);
        return Answer.DONE;
    }

    private Answer openDirectory(Arena memory, DirectoryNode directory) {
        long handle = listings.add(new DirectoryListing(directory));
        return new Answer(Replies.open(memory, handle, false), () -> listings.remove(handle));
    }

    private Answer readDirectory(Arena memory, Request.ReadDirectory read)
            throws IOException, InterruptedException {
        DirectoryPage page = new DirectoryPage(
                memory.allocate(Math.min(read.length(), MAX_PAGE), Long.BYTES));
        List<Long> remembered = new ArrayList<>();
        Runnable undo = () -> remembered.forEach(id -> inodes.forget(id, 1));
        try {
            listings.get(read.handle()).fill(page, read.offset(), read.withAttributes(), inodes,
                    remembered);
        } catch (IOException | InterruptedException e) {
            undo.run();
            throw e;
        }
        return new Answer(page.encoded(), undo);
    }

    /** Work that changes something: it is done to its end, and answered then. */
    private void finish(long unique, Work work) {
        Pending claimed = pending.add(unique);
        Thread.startVirtualThread(() -> answer(claimed, unique, work));
    }

    /** Work that may wait, and that is given up when nobody waits for its answer. */
    private void await(long unique, Work work) {
        if (ending) {
            replyError(unique, Errno.ENOTCONN);
            return;
        }
        Worker worker = new Worker();
        Pending waiting = pending.add(unique, (request, errno) -> {
            replyError(request, errno);
            worker.interrupt();
        });
        worker.start(() -> answer(waiting, unique, work));
        if (ending) {
            pending.giveUp(unique, Errno.ENOTCONN);
        }
    }

    /** Virtual thread that may be interrupted before it begins. */
    private static final class Worker {
        private volatile boolean interrupted;
        private volatile Thread thread = Thread.currentThread();

        void start(Runnable work) {
            Thread started = Thread.ofVirtual().unstarted(work);
            thread = started;
            started.start();
            if (interrupted) {
                started.interrupt();
            }
        }

        void interrupt() {
            interrupted = true;
            if (thread.isVirtual()) {
                thread.interrupt();
            }
        }
    }

    private void answer(Pending request, long unique, Work work) {
        try (Arena memory = Arena.ofConfined()) {
            Answer answer = work.run(memory);
            if (!request.claim() || !reply(unique, answer.body())) {
                answer.undo().run();
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            if (request.claim()) {
                replyError(unique, errno(e));
            }
        }
    }

    private Errno errno(Throwable failure) {
        return switch (failure) {
            case IOException e -> Errno.of(e);
            case InterruptedException _ -> Errno.EINTR;
            case CancellationException _ -> Errno.EINTR;
            default -> {
                failures.accept(failure);
                yield Errno.EIO;
            }
        };
    }

    private boolean reply(long unique, MemorySegment body) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment header = Replies.header(arena, unique, body.byteSize());
            return body.byteSize() == 0 ? device.write(header) : device.write(header, body);
        }
    }

    private void replyError(long unique, Errno errno) {
        try (Arena arena = Arena.ofConfined()) {
            device.write(Replies.error(arena, unique, errno.code()));
        }
    }

    /** Ends what waits, now and from now on; writes and closing go on. */
    void end() {
        ending = true;
        pending.giveUpAll(Errno.ENOTCONN);
    }

    /** Closes what is open; the kernel asks nothing any more. */
    void close() {
        end();
        files.removeAll().forEach(this::closeQuietly);
        listings.removeAll();
    }
}
