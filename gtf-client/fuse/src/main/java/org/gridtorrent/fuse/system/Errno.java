package org.gridtorrent.fuse.system;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** Error numbers of Linux that a file system answers with or this module looks at. */
public enum Errno {
    EPERM(1, "Operation not permitted"),
    ENOENT(2, "No such file or directory"),
    EINTR(4, "Interrupted system call"),
    EIO(5, "Input/output error"),
    EBADF(9, "Bad file descriptor"),
    EAGAIN(11, "Resource temporarily unavailable"),
    ENOMEM(12, "Cannot allocate memory"),
    EACCES(13, "Permission denied"),
    EBUSY(16, "Device or resource busy"),
    EEXIST(17, "File exists"),
    EXDEV(18, "Invalid cross-device link"),
    ENODEV(19, "No such device"),
    ENOTDIR(20, "Not a directory"),
    EISDIR(21, "Is a directory"),
    EINVAL(22, "Invalid argument"),
    ENFILE(23, "Too many open files in system"),
    EMFILE(24, "Too many open files"),
    EFBIG(27, "File too large"),
    ENOSPC(28, "No space left on device"),
    EROFS(30, "Read-only file system"),
    EMLINK(31, "Too many links"),
    ENAMETOOLONG(36, "File name too long"),
    ENOSYS(38, "Function not implemented"),
    ENOTEMPTY(39, "Directory not empty"),
    ELOOP(40, "Too many levels of symbolic links"),
    EPROTO(71, "Protocol error"),
    EOVERFLOW(75, "Value too large for defined data type"),
    EILSEQ(84, "Invalid or incomplete multibyte or wide character"),
    EOPNOTSUPP(95, "Operation not supported"),
    ENOTCONN(107, "Transport endpoint is not connected"),
    ESTALE(116, "Stale file handle"),
    EDQUOT(122, "Disk quota exceeded");

    private final int code;
    private final String description;

    Errno(int code, String description) {
        this.code = code;
        this.description = description;
    }

    public int code() {
        return code;
    }

    /** The C library's words for it. */
    public String description() {
        return description;
    }

    public static Optional<Errno> of(int code) {
        return Arrays.stream(values()).filter(each -> each.code == code).findFirst();
    }

    /** Error number for a failed file operation; EIO when nothing more is known. */
    public static Errno of(IOException failure) {
        return switch (failure) {
            case ErrnoException e -> e.errno();
            case NoSuchFileException _ -> ENOENT;
            case AccessDeniedException _ -> EACCES;
            case FileAlreadyExistsException _ -> EEXIST;
            case DirectoryNotEmptyException _ -> ENOTEMPTY;
            case NotDirectoryException _ -> ENOTDIR;
            case NotLinkException _ -> EINVAL;
            case FileSystemLoopException _ -> ELOOP;
            case FileSystemException e -> described(Objects.requireNonNullElse(e.getReason(), ""));
            default -> described(Objects.requireNonNullElse(failure.getMessage(), ""));
        };
    }

    /** By the C library's message, which is all that Java passes on. */
    private static Errno described(String message) {
        return Arrays.stream(values()).filter(each -> message.endsWith(each.description))
                .findFirst().orElse(EIO);
    }
}
