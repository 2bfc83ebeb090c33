/** The form field by which a user chooses people and groups, and the lines that name them. */
@NullMarked
package org.gridtorrent.ccm.people.picker;

import org.jspecify.annotations.NullMarked;
