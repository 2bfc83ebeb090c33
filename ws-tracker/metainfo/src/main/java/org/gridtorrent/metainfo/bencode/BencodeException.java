package org.gridtorrent.metainfo.bencode;

/** Thrown when bytes are not valid bencode; the message is one line that says where and why. */
public final class BencodeException extends Exception {
    private static final long serialVersionUID = 1;

    BencodeException(String message) {
        super(message);
    }
}
