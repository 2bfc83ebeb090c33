/** BitTorrent's peer protocol: messages, handshakes, and the strict reader and writer of both. */
@NullMarked
package org.gridtorrent.engine.wire;

import org.jspecify.annotations.NullMarked;
