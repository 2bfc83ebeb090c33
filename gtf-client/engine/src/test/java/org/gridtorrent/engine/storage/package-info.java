/** Tests of the piece store; storage and contents for other tests. */
@NullMarked
package org.gridtorrent.engine.storage;

import org.jspecify.annotations.NullMarked;
