package org.gridtorrent.ptcp;

import java.nio.ByteBuffer;

/** A piece of the byte stream with its place in the order: numbers count from 0 in each direction. */
record SubPacket(long number, ByteBuffer payload) {}
