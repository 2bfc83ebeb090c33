/** Putting together a content's info dictionary from what peers hand out (BEP 9). */
@NullMarked
package org.gridtorrent.engine.metadata;

import org.jspecify.annotations.NullMarked;
