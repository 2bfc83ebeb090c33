/** Copies of a data set: the rule, the devices that hold them, HTTP replicas. */
@NullMarked
package org.gridtorrent.ccm.dataset.copies;

import org.jspecify.annotations.NullMarked;
