package org.gridtorrent.ptcp;

import java.nio.ByteBuffer;

/** A piece of the byte stream that arrived, with its place in the order. */
record SubPacket(long number, ByteBuffer payload) {}
