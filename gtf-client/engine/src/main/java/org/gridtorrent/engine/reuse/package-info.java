/**
 * Reuse of files that other contents of this machine hold already.
 *
 * <p>{@link org.gridtorrent.engine.reuse.LocalContentCopier} copies, before a store is opened and on the
 * thread that opens it, what {@code ContentOverlap} finds in each {@link
 * org.gridtorrent.engine.reuse.LocalContent}. It holds no lock; a full disk ends the copying.
 */
@NullMarked
package org.gridtorrent.engine.reuse;

import org.jspecify.annotations.NullMarked;
